import { join } from 'node:path';
import { packageFolder, toolingFile } from '../../package-folder.mjs';

function here(file) {
  return toolingFile(`bundle-diet/lean-federation/${file}`);
}

/** Absolute path of a file of the federation runtime. */
function runtimeFile(name, file) {
  return join(packageFolder(`@module-federation/${name}`), 'dist', file);
}

/**
 * For the shell in browsers: 4 kB (brotli) of the runtime that nothing calls. The registry names every remote's entry
 * and files, entries are ES modules, and no remote is known when the shell is built. `disableSnapshot` alone turns the
 * snapshots off, but keeps their code.
 */
export function shellReplacements() {
  return {
    [runtimeFile('runtime-core', 'plugins/snapshot/SnapshotHandler.js')]: here('no-snapshots.mjs'),
    [runtimeFile('runtime-core', 'utils/preload.js')]: here('no-preloading.mjs'),
    [runtimeFile('runtime-core', 'utils/semver/index.js')]: here('caret-ranges.mjs'),
    [runtimeFile('error-codes', 'desc.mjs')]: here('no-error-descriptions.mjs'),
    [runtimeFile('sdk', 'dom.js')]: here('no-script-tags.mjs'),
    [runtimeFile('webpack-bundler-runtime', 'remotes.js')]: here('no-built-in-remotes.mjs'),
  };
}

/**
 * For a remote in browsers: the second half of the federation runtime comes from the shell too, 3.3 kB less in each
 * entry.
 */
export function remoteReplacements() {
  return { [runtimeFile('webpack-bundler-runtime', 'index.cjs')]: here('provided-bundler-runtime.mjs') };
}
