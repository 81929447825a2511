import { notProvided } from './left-out.mjs';

const reason = 'the release build of React does not have it: see shared/tooling/bundle-diet/README.md';

/** Lint rule: reports code that works in development and in tests, but not with the shell's React. */
export const rejectLeftOut = {
  createOnce(context) {
    const report = (node, what) => context.report({ node, message: `${what}: ${reason}` });
    return {
      ImportDeclaration(node) {
        const names = notProvided[node.source.value] ?? [];
        for (const { imported } of node.specifiers)
          if (names.includes(imported?.name)) report(node, `${imported.name} of ${node.source.value}`);
      },
      JSXOpeningElement(node) {
        const name = node.name.property?.name ?? node.name.name;
        const has = (attribute) => node.attributes.some((one) => one.name?.name === attribute);
        if (name === 'Fragment' && has('ref')) report(node, 'A reference to a fragment');
        if (/^(link|style)$/.test(name) && has('precedence')) report(node, 'A style sheet with precedence');
        if (name === 'script' && has('async')) report(node, 'A script that a component loads');
      },
    };
  },
};
