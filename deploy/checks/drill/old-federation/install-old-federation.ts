import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkPackage } from '../../../release/testing/checkout-of-one.ts';

const SCOPE = '@module-federation';
const folder = fileURLToPath(new URL('.', import.meta.url));
const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

/** As builds with it write it into their facts. */
export const oldFederationVersion = dependencies[`${SCOPE}/enhanced`]!;

/** Makes a checkout build with the older Module Federation, which is installed beside this file once. */
export function useOldFederation(checkout: string): void {
  installOldFederation();
  replaceScope(checkout, (scope) => cpSync(join(folder, 'node_modules', SCOPE), scope, { recursive: true }));
}

/** Makes a checkout build with the Module Federation of this repository. */
export function usePresentFederation(checkout: string): void {
  replaceScope(checkout, () => linkPackage(SCOPE, checkout));
}

function replaceScope(checkout: string, fill: (scope: string) => void): void {
  const scope = join(checkout, 'node_modules', SCOPE);
  rmSync(scope, { recursive: true });
  fill(scope);
}

function installOldFederation(): void {
  if (existsSync(join(folder, 'node_modules', SCOPE))) return;
  console.log('Installing an older Module Federation (once) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Its peers, bundlers and compilers, are those of this repository.
  const { status } = spawnSync(npm, ['ci', '--legacy-peer-deps', '--ignore-scripts', '--loglevel', 'error'], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (status !== 0)
    throw new Error('Module Federation could not be installed. Is the npm registry reachable from this machine?');
}
