import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { fileURLToPath } from 'node:url';
import { baseConfig, isDevelopment, nodeConfig } from './base-config.mjs';
import { federationShares } from './federation-shares.mjs';
import { shellReplacements } from './lean-federation/replacements.mjs';
import { toolingFile } from './package-folder.mjs';
import { ReplaceFilesPlugin } from './replace-files-plugin.mjs';
import { SharedNamesPlugin } from './shared-names-plugin.mjs';
import { ShellFilesPlugin } from './shell-files-plugin.mjs';

/**
 * The whole build configuration of the shell: dist/ for browsers and dist-node/, which renders pages ahead of time. It
 * knows no remote: the registry names them at run time.
 * @param {{ root: string | URL }} shell folder of its rspack.config.mjs
 */
export function defineShell({ root }) {
  const folder = typeof root === 'string' ? root : fileURLToPath(root);
  return isDevelopment() ? browserBuild(folder) : [browserBuild(folder), nodeBuild(folder)];
}

/** Leaves out of React Router what no page in a browser has a use for. Node renders with the whole of it. */
function withLeanRouter(base) {
  const loader = toolingFile('lean-router/leave-out-loader.mjs');
  const router = { test: /[\\/]react-router[\\/]dist[\\/]production[\\/]/, loader };
  return { ...base, module: { ...base.module, rules: [...base.module.rules, router] } };
}

function browserBuild(folder) {
  const base = withLeanRouter(baseConfig({ root: folder, name: 'shell', development: isDevelopment() }));
  return {
    ...base,
    entry: { main: './src/main.tsx' },
    plugins: [
      ...base.plugins,
      new ReplaceFilesPlugin(shellReplacements()),
      new ShellFilesPlugin(),
      new SharedNamesPlugin(),
      new ModuleFederationPlugin({
        name: 'shell',
        library: { type: 'module' },
        remotes: {},
        shareStrategy: 'loaded-first',
        shared: federationShares('shell'),
        dts: false,
        manifest: true,
        experiments: { asyncStartup: false, optimization: { target: 'web', disableSnapshot: true } },
      }),
    ],
  };
}

function nodeBuild(folder) {
  const base = nodeConfig({ root: folder, name: 'shell' });
  return {
    ...base,
    entry: { server: './src/server.tsx' },
    output: { ...base.output, library: { type: 'module' } },
    plugins: [
      ...base.plugins,
      new ModuleFederationPlugin({
        name: 'shell',
        remotes: {},
        shareStrategy: 'loaded-first',
        shared: federationShares('shell'),
        dts: false,
        manifest: false,
        experiments: { asyncStartup: false, optimization: { target: 'node' } },
      }),
    ],
  };
}
