import { rspack } from '@rspack/core';
import { join } from 'node:path';
import { EsmRuntimePlugin } from './esm-runtime-plugin.mjs';

/**
 * What every app's build has in common: ES modules for browsers of 2022, TypeScript by SWC, CSS Modules, hashed names.
 * @param {{ root: string, name: string, development: boolean, refresh?: boolean }} app
 * @returns {import('@rspack/core').Configuration}
 */
export function baseConfig({ root, name, development, refresh = false }) {
  const hash = development ? '' : '.[contenthash:8]';
  return {
    name,
    context: root,
    mode: development ? 'development' : 'production',
    devtool: development ? 'cheap-module-source-map' : false,
    target: ['web', 'es2022'],
    output: {
      path: join(root, 'dist'),
      clean: true,
      module: true,
      chunkFormat: 'module',
      chunkLoading: 'import',
      publicPath: 'auto', // a release folder can be moved anywhere
      uniqueName: name,
      filename: `[name]${hash}.js`,
      chunkFilename: `[name]${hash}.js`,
      cssFilename: `[name]${hash}.css`,
      cssChunkFilename: `[name]${hash}.css`,
      assetModuleFilename: development ? '[name][ext]' : '[name].[contenthash:8][ext]',
    },
    resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'], extensionAlias: {} },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              target: 'es2022',
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic', development, refresh } },
            },
          },
        },
        { test: /\.module\.css$/, type: 'css/module' },
        { test: /\.css$/, exclude: /\.module\.css$/, type: 'css' },
        { test: /\.(svg|woff2|png|webp)$/, type: 'asset/resource' },
      ],
      generator: {
        'css/module': {
          localIdentName: development ? '[uniqueName]-[name]-[local]' : '[uniqueName]-[hash:base64:6]-[local]',
          exportsConvention: 'camel-case',
          esModule: true,
        },
      },
      parser: { 'css/module': { namedExports: false } },
    },
    optimization: { splitChunks: false, runtimeChunk: false, realContentHash: true },
    plugins: [
      new EsmRuntimePlugin(),
      new rspack.DefinePlugin({ 'process.env.NODE_ENV': JSON.stringify(development ? 'development' : 'production') }),
    ],
    performance: { hints: false },
    stats: 'errors-warnings',
    lazyCompilation: false, // its trigger goes to the shell's origin and would hang a remote's pages
  };
}
