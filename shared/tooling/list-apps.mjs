import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The apps of a checkout, the shell first, then the remotes by name. An app is a folder whose package.json has a
 * `twostroke` field: `{ "kind": "shell" | "remote", "name": "cart" }`. A remote's folder is its name with `-mfe`.
 * @param {string} root folder of the checkout
 * @returns {{ name: string, kind: 'shell' | 'remote', workspace: string }[]}
 * @throws Error that names a package.json whose field is wrong
 */
export function listApps(root) {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, entry.name, 'package.json')))
    .flatMap(({ name: workspace }) => readApp(root, workspace) ?? [])
    .sort(
      (one, other) => Number(other.kind === 'shell') - Number(one.kind === 'shell') || (one.name < other.name ? -1 : 1),
    );
}

/** Workspace folder of an app. */
export function workspaceOf(name) {
  return name === 'shell' ? 'shell' : `${name}-mfe`;
}

function readApp(root, workspace) {
  const file = join(root, workspace, 'package.json');
  const { twostroke } = JSON.parse(readFileSync(file, 'utf8'));
  if (!twostroke) return null;
  const { kind, name } = twostroke;
  if ((kind === 'shell') !== (name === 'shell') || !['shell', 'remote'].includes(kind))
    throw new Error(`${file}: twostroke.kind must be "remote", or "shell" for the app named shell.`);
  if (workspace !== workspaceOf(name))
    throw new Error(`${file}: twostroke.name is ${name}, so the folder must be ${workspaceOf(name)}.`);
  return { name, kind, workspace };
}
