import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../package-folder.mjs';

function here(file) {
  return fileURLToPath(new URL(file, import.meta.url));
}

/**
 * For the shell in browsers. `disableSnapshot` unplugs snapshots, but the runtime still carries their code: 2.4 kB
 * (brotli) that nothing calls, since the registry names every remote's entry and files.
 */
export function shellReplacements() {
  const core = join(packageFolder('@module-federation/runtime-core'), 'dist');
  return {
    [join(core, 'plugins/snapshot/SnapshotHandler.js')]: here('no-snapshots.mjs'),
    [join(core, 'utils/preload.js')]: here('no-preloading.mjs'),
  };
}

/** For a remote in browsers: the second half of the federation runtime comes from the shell too, 3.3 kB less in each entry. */
export function remoteReplacements() {
  const bundler = join(packageFolder('@module-federation/webpack-bundler-runtime'), 'dist');
  return { [join(bundler, 'index.cjs')]: here('provided-bundler-runtime.mjs') };
}
