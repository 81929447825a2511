import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** Ends the process with one sentence on a Node.js that is too old. */
export function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Twostroke needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/**
 * Installs the dependencies of a fresh clone, or again when the lock file has changed. Uses only Node.js built-ins,
 * because nothing else is installed yet.
 */
export function ensureInstalled() {
  ensureNode();
  const installed = join(repository, 'node_modules/.package-lock.json');
  if (existsSync(installed) && sameVersions(join(repository, 'package-lock.json'), installed)) return;
  console.log('Installing dependencies (once; about a minute) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // NODE_ENV=production would leave out the embedded backend, which the published release tool does not need.
  const { status } = spawnSync(npm, ['ci', '--include=dev', '--loglevel', 'error'], {
    cwd: repository,
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error('npm ci failed. Is the npm registry reachable from this machine?');
    process.exit(status ?? 1);
  }
}

/**
 * Whether the installed packages have the versions of the lock file. Packages for other platforms are not installed.
 */
function sameVersions(lockFile, installedFile) {
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const present = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (!path.startsWith('node_modules/') || link) return true;
    return present[path] ? present[path].version === version : Boolean(optional);
  });
}

/** Lets this process import TypeScript. Call after ensureInstalled. */
export async function enableTypeScript() {
  const { register } = await import('tsx/esm/api');
  register();
}
