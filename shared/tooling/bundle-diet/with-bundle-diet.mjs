import { rspack } from '@rspack/core';
import { toolingFile } from '../package-folder.mjs';
import { isBundleDietOn } from './is-bundle-diet-on.mjs';
import { remoteReplacements, shellReplacements } from './lean-federation/replacements.mjs';
import { ReplaceFilesPlugin } from './replace-files-plugin.mjs';

/**
 * Adds the diet to the browser build of an app, or marks the build as made without it. README.md says what it does.
 * @param {import('@rspack/core').Configuration} config
 * @param {'shell' | 'remote'} role
 * @returns {import('@rspack/core').Configuration}
 */
export function withBundleDiet(config, role) {
  if (!isBundleDietOn()) return { ...config, plugins: [...config.plugins, new MarkUntouchedLibrariesPlugin()] };
  const loader = (file) => toolingFile(`bundle-diet/${file}`);
  const rules = [
    { test: /[\\/]react-router[\\/]dist[\\/]/, loader: loader('pure-calls-loader.mjs') },
    ...(role === 'shell'
      ? [
          {
            test: /[\\/]react-router[\\/]dist[\\/]production[\\/]/,
            loader: loader('lean-router/leave-out-loader.mjs'),
          },
          { test: /[\\/]react(-dom)?[\\/]cjs[\\/]/, loader: loader('lean-react/leave-out-loader.mjs') },
          { test: /[\\/]@module-federation[\\/]/, loader: loader('lean-federation/leave-out-loader.mjs') },
        ]
      : []),
  ];
  const replacements = role === 'shell' ? shellReplacements() : remoteReplacements();
  return {
    ...config,
    module: { ...config.module, rules: [...config.module.rules, ...rules] },
    plugins: [...config.plugins, new ReplaceFilesPlugin(replacements)],
  };
}

/** Writes `untouched-libraries.json`, so that the byte budgets of a release know how it was built. */
class MarkUntouchedLibrariesPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('MarkUntouchedLibrariesPlugin', (compilation) => {
      compilation.hooks.processAssets.tap('MarkUntouchedLibrariesPlugin', () =>
        compilation.emitAsset('untouched-libraries.json', new rspack.sources.RawSource('true\n')),
      );
    });
  }
}
