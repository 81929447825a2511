import { isBundleDietOn } from '@twostroke/shared/tooling/bundle-diet/is-bundle-diet-on.mjs';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Folders that hold what is installed or built. */
const NO_SOURCES = /^(node_modules|dist|dist-dev|dist-node|coverage)$/;

/**
 * Hashes everything that an app is built from: its folder, the shared package as installed (the folder beside the app
 * or a published one), and the versions of other packages. Tests are included, because their result is cached by this
 * hash. Builds with and without the bundle diet differ, so the setting is part of it.
 * @param {string} checkout
 * @param {string} workspace the app's folder in it, e.g. `catalog-mfe`
 */
export function hashSources(checkout, workspace, { tests = false } = {}) {
  const hash = createHash('sha256').update(isBundleDietOn() ? '' : 'untouched libraries');
  const add = (folder, file) => hash.update(relative(folder, file)).update(readFileSync(file));
  for (const folder of [join(checkout, workspace), sharedFolder(checkout, workspace)])
    for (const file of filesIn(folder)) if (tests || !/\.test\.tsx?$/.test(file)) add(folder, file);
  const lock = join(checkout, 'package-lock.json'); // a checkout with linked packages has none
  if (existsSync(lock)) add(checkout, lock);
  return hash.digest('hex');
}

/** A program of the shared package: an app is built and tested with the versions that this package pins. */
export function toolOf(checkout, workspace, name, file) {
  return join(installedFolder(name, sharedFolder(checkout, workspace)), file);
}

function sharedFolder(checkout, workspace) {
  return installedFolder('@twostroke/shared', join(checkout, workspace));
}

/**
 * Folder of a package as the files of another folder would resolve it.
 * @throws Error when it is not installed
 */
function installedFolder(name, from) {
  const folder = join(from, 'node_modules', name);
  if (existsSync(folder)) return folder;
  if (dirname(from) === from) throw new Error(`${name} is not installed. Run npm install.`);
  return installedFolder(name, dirname(from));
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NO_SOURCES.test(entry.name) ? [] : filesIn(path);
    return entry.isFile() ? [path] : [];
  });
}
