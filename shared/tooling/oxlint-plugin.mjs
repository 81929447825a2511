import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { rejectLeftOut } from './bundle-diet/lean-react/reject-left-out.mjs';
import { rejectionOf } from './import-rules.mjs';
import { listApps } from './list-apps.mjs';

/** The folder of oxlint's settings, which is the root of the repository. */
function rootOf(folder) {
  if (existsSync(join(folder, '.oxlintrc.json')) || folder === dirname(folder)) return folder;
  return rootOf(dirname(folder));
}

/** The workspaces of the apps, by the root of a repository. */
const workspaces = new Map();

function workspacesOf(root) {
  if (!workspaces.has(root)) {
    const apps = listApps(root);
    workspaces.set(
      root,
      apps.map(({ workspace }) => workspace),
    );
  }
  return workspaces.get(root);
}

/** Imports between folders, however they are written: lazy ones and those of types count. */
const imports = {
  createOnce(context) {
    let file;
    let apps;
    const check = (node, typesAlone) => {
      if (typeof node.source?.value !== 'string') return;
      const message = rejectionOf(file, node.source.value, { apps, typesAlone });
      if (message) context.report({ node, message });
    };
    return {
      before() {
        const root = rootOf(dirname(context.filename));
        file = relative(root, context.filename).replaceAll(sep, '/');
        apps = workspacesOf(root);
      },
      ImportDeclaration: (node) => check(node, node.importKind === 'type'),
      ExportNamedDeclaration: (node) => check(node, node.exportKind === 'type'),
      ExportAllDeclaration: (node) => check(node, node.exportKind === 'type'),
      ImportExpression: (node) => check(node, false),
      TSImportType: (node) => check(node, true),
    };
  },
};

/** Our own rules for oxlint. */
export default { meta: { name: 'twostroke' }, rules: { imports, 'left-out-of-react': rejectLeftOut } };
