import { rspack } from '@rspack/core';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes `bundled-packages.json`: name, version and licence of each npm package of which a build contains code, for the
 * release's bill of materials. Packages of this repository are left out.
 */
export class BundledPackagesPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('BundledPackagesPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'BundledPackagesPlugin', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const text = `${JSON.stringify(bundledPackages(compilation.modules), null, 2)}\n`;
          compilation.emitAsset('bundled-packages.json', new rspack.sources.RawSource(text));
        },
      );
    });
  }
}

/** Sorted by name, then by version: the same code gives the same file. */
function bundledPackages(modules) {
  const folders = new Set([...modules].flatMap(filesOf).map(packageFolderOf));
  return [...folders]
    .filter((folder) => folder !== undefined)
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return { name, version, license: license ?? licenceInFile(folder) };
    })
    .filter(({ name }) => !name.startsWith('@twostroke/'))
    .sort((one, other) => compare(one.name, other.name) || compare(one.version, other.version));
}

/** The licence of a package whose package.json names none, by the first words of its own file. */
function licenceInFile(folder) {
  const file = join(folder, 'LICENSE');
  return existsSync(file) && /^\s*(The )?MIT License/i.test(readFileSync(file, 'utf8')) ? 'MIT' : undefined;
}

/** A module that the bundler made of several lists them. */
function filesOf(module) {
  return [module.resource, ...(module.modules ?? []).flatMap(filesOf)].filter(Boolean);
}

/** The folder below the last `node_modules` in a path; undefined for an own file. */
function packageFolderOf(file) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0];
}

function compare(one, other) {
  return one < other ? -1 : one > other ? 1 : 0;
}
