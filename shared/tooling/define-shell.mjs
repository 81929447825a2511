import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { fileURLToPath } from 'node:url';
import { baseConfig, isDevelopment, nodeConfig } from './base-config.mjs';
import { withBundleDiet } from './bundle-diet/with-bundle-diet.mjs';
import { federationShares } from './federation-shares.mjs';
import { PROVIDED_RUNTIME_APIS } from './runtime-api.mjs';
import { RuntimeApiPlugin } from './runtime-api-plugin.mjs';
import { SharedNamesPlugin } from './shared-names-plugin.mjs';
import { ShellFilesPlugin } from './shell-files-plugin.mjs';

/**
 * The whole build configuration of the shell: dist/ for browsers and dist-node/ for prerendering. It knows no remote:
 * the registry names them at run time.
 * @param {{ root: string | URL }} shell folder of its rspack.config.mjs
 */
export function defineShell({ root }) {
  const folder = typeof root === 'string' ? root : fileURLToPath(root);
  return isDevelopment() ? browserBuild(folder) : [browserBuild(folder), nodeBuild(folder)];
}

function browserBuild(folder) {
  const base = withBundleDiet(baseConfig({ root: folder, name: 'shell', development: isDevelopment() }), 'shell');
  return {
    ...base,
    entry: { main: './src/main.tsx' },
    plugins: [
      ...base.plugins,
      new ShellFilesPlugin(),
      new SharedNamesPlugin(),
      new RuntimeApiPlugin(PROVIDED_RUNTIME_APIS),
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
