import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { baseConfig, isDevelopment } from './base-config.mjs';
import { federationShares } from './federation-shares.mjs';
import { remoteReplacements } from './lean-federation/replacements.mjs';
import { OfferPlugin } from './offer-plugin.mjs';
import { ReplaceFilesPlugin } from './replace-files-plugin.mjs';

/**
 * The whole build configuration of a remote. TWOSTROKE_DEV=1 makes the development build, in dist-dev/.
 * @param {{ name: string, root: string | URL }} remote its name in the registry and the folder of its rspack.config.mjs
 * @returns the configuration for `rspack build`
 */
export function defineRemote({ name, root }) {
  const folder = typeof root === 'string' ? root : fileURLToPath(root);
  const base = baseConfig({ root: folder, name, development: isDevelopment() });
  return {
    ...base,
    entry: {},
    plugins: [
      ...base.plugins,
      new ReplaceFilesPlugin(remoteReplacements()),
      new OfferPlugin({ name, manifestFile: join(folder, 'src/manifest.ts') }),
      new ModuleFederationPlugin({
        name,
        filename: 'remoteEntry.[contenthash:8].js',
        library: { type: 'module' },
        exposes: { './remote': './src/remote.tsx' },
        shareStrategy: 'loaded-first', // else every registered remote is fetched at start, the admin's too
        shared: federationShares('remote'),
        dts: false,
        manifest: true,
        experiments: {
          asyncStartup: false,
          externalRuntime: true, // the shell provides the federation runtime: 20 kB less in each remote
          optimization: { target: 'web', disableSnapshot: true, disableRemote: true },
        },
      }),
    ],
  };
}
