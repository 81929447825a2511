import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Folder of an installed package, also when its `exports` hide package.json: where it is resolved, as the bundler names
 * it.
 */
export function packageFolder(name) {
  for (const base of require.resolve.paths(name) ?? []) {
    const folder = join(base, name);
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  throw new Error(`${name} is not installed. Run npm install.`);
}

export function packageVersion(name) {
  return JSON.parse(readFileSync(join(packageFolder(name), 'package.json'), 'utf8')).version;
}

/** Absolute path of a file of this folder, resolved like any other package's. */
export function toolingFile(file) {
  return join(packageFolder('@twostroke/shared'), 'tooling', file);
}
