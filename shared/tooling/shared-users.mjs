import { relative, sep } from 'node:path';
import { readImports } from './import-cycles.mjs';
import { listApps } from './list-apps.mjs';

/** Files that stay in shared although one remote uses them, each with its reason. */
const exceptions = [
  [/^shared\/ui\/assets\.d\.ts$/, 'Declares the types of imported assets; the compiler reads it.'],
  [/^shared\/ui\/fonts\//, 'The tokens of the shell name the fonts; papers embed them.'],
];

const isTest = (file) => /\.test\.tsx?$/.test(file);

/**
 * Finds the files of shared that only one remote uses, directly or through other files of shared, or that nothing uses.
 * The shell, deploy and the tests' own helpers count as users that share with every remote.
 * @param {string} root the repository
 * @returns {string[]} a sentence for each, which says where the file belongs
 */
export function findMisplacedFiles(root) {
  const remotes = listApps(root)
    .filter(({ kind }) => kind === 'remote')
    .map(({ workspace }) => workspace);
  const importers = invert(root, readImports(root));
  return [...importers.keys()]
    .filter((file) => file.startsWith('shared/') && !/^shared\/tooling\/|\.(test|config)\./.test(file))
    .filter((file) => exceptions.every(([pattern]) => !pattern.test(file)))
    .flatMap((file) => {
      const users = usersOf(file, importers);
      const [only] = users;
      if (users.size > 1 || (only && !remotes.includes(only))) return [];
      return [only ? `${file} is used by ${only} only: move it there.` : `${file} is used by nothing: delete it.`];
    })
    .sort();
}

/** Files that import each file. */
function invert(root, imports) {
  const name = (path) => relative(root, path).split(sep).join('/');
  const importers = new Map([...imports.keys()].map((file) => [name(file), []]));
  for (const [file, targets] of imports)
    for (const target of targets.map(name)) importers.set(target, [...(importers.get(target) ?? []), name(file)]);
  return importers;
}

/** Top folders, and folders of shared for its tools and tests, that need a file. */
function usersOf(file, importers, seen = new Set()) {
  const users = new Set();
  seen.add(file);
  for (const importer of importers.get(file) ?? []) {
    const [top, folder] = importer.split('/');
    if (top !== 'shared') users.add(top);
    else if (folder === 'testing' || folder === 'tooling') users.add(folder);
    else if (!isTest(importer) && !seen.has(importer))
      for (const user of usersOf(importer, importers, seen)) users.add(user);
  }
  return users;
}
