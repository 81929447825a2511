import { rspack } from '@rspack/core';
import { join } from 'node:path';
import { BundledPackagesPlugin } from './bundled-packages-plugin.mjs';
import { CompileHintPlugin } from './compile-hint-plugin.mjs';
import { EsmRuntimePlugin } from './esm-runtime-plugin.mjs';
import { FailOnWarningsPlugin } from './fail-on-warnings-plugin.mjs';
import { shortClassNames } from './short-class-names.mjs';
import { VERSION_PLACEHOLDER } from './version-placeholder.mjs';

/**
 * The oldest browsers that the style sheets are written for: they know `:has()`. Without this list the minimizer
 * translates logical properties into lists of languages, and prefixes what browsers have had for years.
 */
const oldestBrowsers = ['chrome 105', 'firefox 121', 'ios_saf 16', 'safari 16', 'samsung 20'];

/** Whether `npm run dev` requests development builds. */
export function isDevelopment() {
  return process.env.TWOSTROKE_DEV === '1';
}

/**
 * What every app's build shares: ES modules for browsers of 2022, TypeScript by SWC, CSS Modules, hashed names.
 * @param {{ root: string, name: string, development: boolean }} app
 * @returns {import('@rspack/core').Configuration}
 */
export function baseConfig({ root, name, development }) {
  const short = development ? { rules: [], plugin: null } : shortClassNames({ root, name });
  return {
    name,
    context: root,
    mode: development ? 'development' : 'production',
    devtool: development ? 'cheap-module-source-map' : false,
    target: ['web', 'es2022'],
    output: {
      path: join(root, development ? 'dist-dev' : 'dist'),
      clean: true,
      module: true,
      chunkFormat: 'module',
      chunkLoading: 'import',
      publicPath: 'auto', // a release folder can be moved anywhere
      chunkLoadTimeout: 8_000, // timeout for a style sheet that hangs, so that the page is shown in time
      uniqueName: name,
      filename: '[name].[contenthash:8].js',
      chunkFilename: '[name].[contenthash:8].js',
      cssFilename: '[name].[contenthash:8].css',
      cssChunkFilename: '[name].[contenthash:8].css',
      assetModuleFilename: '[name].[contenthash:8][ext]',
    },
    // In a release, files of the shared package keep their path in node_modules, even when that is a link to the folder
    // beside the app: class names and the order of modules depend on the path. Development watches the folder itself.
    resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'], extensionAlias: {}, symlinks: development },
    resolveLoader: { symlinks: development },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              target: 'es2022',
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic', development } },
            },
          },
        },
        { test: /\.module\.css$/, type: 'css/module' },
        { test: /\.css$/, exclude: /\.module\.css$/, type: 'css' },
        ...short.rules,
        { test: /\.(svg|woff2|ttf|png|webp)$/, type: 'asset/resource' },
      ],
      generator: {
        'css/module': {
          localIdentName: '[uniqueName]-[name]-[local]',
          exportsConvention: 'camel-case',
          esModule: true,
        },
      },
      // Custom properties are tokens, shared by all files: a local name would separate `--bike-paint: …` from its
      // readers.
      parser: { 'css/module': { namedExports: false, dashedIdents: false } },
    },
    optimization: {
      splitChunks: false,
      runtimeChunk: false,
      realContentHash: true,
      // The shortest names. They may change between releases, because each has its own folder. None depends on the path
      // of the checkout, so the same sources give the same bytes everywhere.
      ...(development ? {} : { mangleExports: 'size', moduleIds: 'natural', chunkIds: 'natural' }),
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          minimizerOptions: {
            module: true,
            compress: { passes: 3, ecma: 2022, keep_fargs: false },
            mangle: true,
            format: { comments: false },
          },
        }),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: oldestBrowsers } }),
      ],
    },
    plugins: [
      new EsmRuntimePlugin(),
      new BundledPackagesPlugin(),
      new FailOnWarningsPlugin(),
      short.plugin,
      ...(development ? [] : [new CompileHintPlugin()]),
      new rspack.DefinePlugin({ 'process.env.NODE_ENV': JSON.stringify(development ? 'development' : 'production') }),
    ],
    performance: { hints: false },
    stats: 'errors-warnings',
  };
}

/**
 * The same for the second build of an app, which renders its pages in Node. It emits no style sheets and no assets,
 * only their names: these are the browser build's.
 * @param {{ root: string, name: string }} app
 * @returns {import('@rspack/core').Configuration}
 */
export function nodeConfig({ root, name }) {
  const base = baseConfig({ root, name, development: false });
  return {
    ...base,
    name: `${name}-node`,
    target: 'node20',
    output: {
      ...base.output,
      path: join(root, 'dist-node'),
      publicPath: `/r/${name}/${VERSION_PLACEHOLDER}/`,
      filename: '[name].mjs',
      chunkFilename: '[name].[contenthash:8].mjs',
    },
    module: {
      ...base.module,
      rules: base.module.rules.map((rule) =>
        rule.type === 'asset/resource' ? { ...rule, generator: { emit: false } } : rule,
      ),
      generator: {
        ...base.module.generator,
        css: { exportsOnly: true },
        'css/module': { ...base.module.generator['css/module'], exportsOnly: true },
      },
    },
    optimization: {
      ...base.optimization,
      minimizer: [
        // Readable in a stack trace, but without comments: the bundler writes the path of the checkout into some.
        new rspack.SwcJsMinimizerRspackPlugin({
          minimizerOptions: {
            module: true,
            compress: false,
            mangle: false,
            minify: false,
            format: { comments: false },
          },
        }),
      ],
    },
  };
}
