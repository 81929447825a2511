import { workspaceOf } from '@twostroke/shared/tooling/list-apps.mjs';

/** Packages that every remote imports itself; the shared package says which version. */
const IMPORTED = ['jotai', 'react', 'react-dom', 'sonner'];

/**
 * The files of a new remote with one public page, by their path in the checkout.
 * @param name e.g. `loyalty`
 * @param versions dependencies of the shared package, by package name
 */
export function remoteFiles(name: string, versions: Record<string, string>): Record<string, string> {
  const folder = workspaceOf(name);
  return {
    [`${folder}/package.json`]: packageJson(name, versions),
    [`${folder}/README.md`]: readme(name),
    [`${folder}/jest.config.cjs`]: `const { jestPreset } = require('@twostroke/shared/tooling/jest-preset.cjs');

module.exports = jestPreset(__dirname);
`,
    [`${folder}/rspack.config.mjs`]: `import { defineRemote } from '@twostroke/shared/tooling/define-remote.mjs';

export default defineRemote({ name: '${name}', root: new URL('.', import.meta.url) });
`,
    [`${folder}/tsconfig.json`]: `{
  "extends": "@twostroke/shared/tooling/tsconfig.json",
  "include": ["."]
}
`,
    [`${folder}/src/manifest.ts`]: manifest(name),
    [`${folder}/src/pages/${name}.tsx`]: page(name),
    [`${folder}/src/pages/${name}.test.tsx`]: pageTest(name),
    [`.github/workflows/release-${name}.yml`]: workflow(name),
  };
}

function packageJson(name: string, versions: Record<string, string>): string {
  const facts = {
    name: workspaceOf(name),
    version: '1.0.0',
    private: true,
    license: 'MIT',
    type: 'module',
    twostroke: { kind: 'remote', name },
    scripts: {
      build: 'rspack build',
      dev: `node ../deploy/commands/dev.mjs --only ${name}`,
      lint: 'oxlint',
      test: 'jest',
      types: 'tsc -p .',
    },
    dependencies: {
      '@twostroke/shared': '1.0.0',
      ...Object.fromEntries(IMPORTED.map((dependency) => [dependency, versions[dependency]])),
    },
  };
  return `${JSON.stringify(facts, null, 2)}\n`;
}

function readme(name: string): string {
  return `# ${workspaceOf(name)}

The remote of the ${name} team.

- **Page** \`${name}\`: \`/${name}\`, public, rendered ahead.
- **Slots**: none.
- **Events**: none. Apps talk through addresses, shared atoms and slots.

\`src/manifest.ts\` is the offer as data. The build generates the module that the shell loads from it.
`;
}

function manifest(name: string): string {
  return `import type { RemoteManifest } from '@twostroke/shared/contracts/manifest';

/** What this remote offers. The build reads this file alone, so it imports types only. */
export default {
  contract: 1,
  name: '${name}',
  routes: [{ page: '${name}', path: '/${name}', access: 'public', prerender: 'static' }],
  slots: [],
} satisfies RemoteManifest;
`;
}

function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function page(name: string): string {
  return `import { Head } from '@twostroke/shared/ui/head';
import { Text } from '@twostroke/shared/ui/text';
import { Container } from '@twostroke/shared/ui/container';

export function Component() {
  return (
    <Container>
      <Head title="${titleOf(name)}" canonicalPath="/${name}" />
      <h1>${titleOf(name)}</h1>
      <Text size="lead">This page is released by the ${name} team.</Text>
    </Container>
  );
}
`;
}

function pageTest(name: string): string {
  return `import { renderPage } from '@twostroke/shared/testing/render-page';
import { screen } from '@testing-library/react';
import * as page from './${name}.tsx';

test('shows its heading', async () => {
  renderPage(page, { path: '/${name}' });
  expect(await screen.findByRole('heading', { level: 1, name: '${titleOf(name)}' })).toBeTruthy();
});
`;
}

function workflow(name: string): string {
  return `name: release ${name}
on:
  push:
    branches: [main]
    paths:
      - ${workspaceOf(name)}/**
  # A change of what all apps share is released app by app, the shell first.
  workflow_dispatch:
jobs:
  release:
    uses: ./.github/workflows/release-app.yml
    with:
      app: ${name}
      workspace: ${workspaceOf(name)}
    secrets: inherit
`;
}
