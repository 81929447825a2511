import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { baseConfig, isDevelopment, nodeConfig } from './base-config.mjs';
import { withBundleDiet } from './bundle-diet/with-bundle-diet.mjs';
import { federationShares } from './federation-shares.mjs';
import { OfferPlugin } from './offer-plugin.mjs';
import { toolingFile } from './package-folder.mjs';
import { remoteModule, remoteModuleRule } from './remote-module-loader.mjs';
import { NEEDED_RUNTIME_API } from './runtime-api.mjs';
import { RuntimeApiPlugin } from './runtime-api-plugin.mjs';
import { SharedNamesPlugin } from './shared-names-plugin.mjs';

/**
 * The whole build configuration of a remote: dist/ for browsers and dist-node/ for prerendering. TWOSTROKE_DEV=1 makes
 * the development build, in dist-dev/, for browsers only.
 * @param {{ name: string, root: string | URL }} remote its name in the registry and the folder of its rspack.config.mjs
 * @returns the configuration for `rspack build`
 */
export function defineRemote({ name, root }) {
  const folder = typeof root === 'string' ? root : fileURLToPath(root);
  return isDevelopment() ? browserBuild(name, folder) : [browserBuild(name, folder), nodeBuild(name, folder)];
}

/** Adds what only remotes have: the module generated from the manifest, and a cascade layer for their own styles. */
function asRemote(base, folder) {
  const loader = toolingFile('page-layer-loader.mjs');
  const pageStyles = { test: /\.module\.css$/, include: join(folder, 'src'), loader };
  return { ...base, module: { ...base.module, rules: [...base.module.rules, pageStyles, remoteModuleRule()] } };
}

/**
 * What most pages of a large remote contain comes with its exposed module, once for all of them: a visitor who moves on
 * downloads a fifth less for the next page. Styles stay with each page, whose sheets have their own order.
 */
const commonModules = {
  chunks: 'async',
  minSize: 0,
  cacheGroups: {
    default: false,
    defaultVendors: false,
    common: { name: '__federation_expose_remote', minChunks: 10, type: /^javascript/, enforce: true },
  },
};

function browserBuild(name, folder) {
  const base = withBundleDiet(
    asRemote(baseConfig({ root: folder, name, development: isDevelopment() }), folder),
    'remote',
  );
  return {
    ...base,
    entry: {},
    optimization: { ...base.optimization, splitChunks: isDevelopment() ? false : commonModules },
    plugins: [
      ...base.plugins,
      new OfferPlugin({ name, manifestFile: join(folder, 'src/manifest.ts') }),
      new SharedNamesPlugin(),
      new RuntimeApiPlugin([NEEDED_RUNTIME_API]),
      new ModuleFederationPlugin({
        name,
        filename: 'remoteEntry.[contenthash:8].js',
        library: { type: 'module' },
        exposes: { './remote': remoteModule },
        shareStrategy: 'loaded-first', // otherwise every registered remote is fetched at start, the admin's too
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

/**
 * No external runtime here: in Node every app bundles its own part of the federation runtime, where size does not
 * matter.
 */
function nodeBuild(name, folder) {
  const base = asRemote(nodeConfig({ root: folder, name }), folder);
  return {
    ...base,
    entry: {},
    plugins: [
      ...base.plugins,
      new ModuleFederationPlugin({
        name,
        filename: 'remoteEntry.mjs',
        library: { type: 'module' },
        exposes: { './remote': remoteModule },
        shareStrategy: 'loaded-first',
        shared: federationShares('remote'),
        dts: false,
        manifest: false,
        experiments: { asyncStartup: false, optimization: { target: 'node' } },
      }),
    ],
  };
}
