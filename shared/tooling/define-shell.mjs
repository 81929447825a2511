import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { fileURLToPath } from 'node:url';
import { baseConfig, isDevelopment } from './base-config.mjs';
import { federationShares } from './federation-shares.mjs';
import { shellReplacements } from './lean-federation/replacements.mjs';
import { ReplaceFilesPlugin } from './replace-files-plugin.mjs';
import { ShellFilesPlugin } from './shell-files-plugin.mjs';

/**
 * The whole build configuration of the shell. It knows no remote: the registry names them at run time.
 * @param {{ root: string | URL }} shell folder of its rspack.config.mjs
 */
export function defineShell({ root }) {
  const folder = typeof root === 'string' ? root : fileURLToPath(root);
  const base = baseConfig({ root: folder, name: 'shell', development: isDevelopment() });
  return {
    ...base,
    entry: { main: './src/main.tsx' },
    plugins: [
      ...base.plugins,
      new ReplaceFilesPlugin(shellReplacements()),
      new ShellFilesPlugin(),
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
