import { rspack } from '@rspack/core';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './package-folder.mjs';

const digits = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** 0 -> a, 51 -> Z, 52 -> aa: the shortest names that no digit begins. */
export function codeOf(index) {
  const rest = Math.floor(index / digits.length);
  return (rest > 0 ? codeOf(rest - 1) : '') + digits[index % digits.length];
}

/** The names that a CSS Module defines, in their order: classes and animations. */
export function localNames(css) {
  const names = [...css.matchAll(/\.([A-Za-z_][\w-]*)|@keyframes\s+([\w-]+)/g)].map(
    ([, name, frames]) => name ?? frames,
  );
  return [...new Set(names)];
}

/**
 * Class names of a release: the app, a code of the file and one of the class, as in `catalog-c-a`. They follow from the
 * sources alone, so the builds for browsers and for Node agree. The bundler can shorten the file only, so it writes
 * `catalog_c_wide`, and the plugin replaces the rest: on each page about 0.8 kB of script and 1.1 kB of document.
 * @param {{ root: string, name: string }} app
 * @returns {{ rules: import('@rspack/core').RuleSetRule[], plugin: { apply(compiler: object): void } }}
 */
export function shortClassNames({ root, name }) {
  const files = [join(root, 'src'), join(packageFolder('@twostroke/shared'), 'ui')].flatMap(cssModulesIn);
  const short = new Map(
    files.flatMap((file, at) =>
      localNames(readFileSync(file, 'utf8')).map((local, place) => [
        `${name}_${codeOf(at)}_${local}`,
        `${name}-${codeOf(at)}-${codeOf(place)}`,
      ]),
    ),
  );
  const rules = files.map((test, at) => ({
    test,
    type: 'css/module',
    generator: { localIdentName: `${name}_${codeOf(at)}_[local]` },
  }));
  return { rules, plugin: new ShortClassNamesPlugin(new RegExp(`\\b${name}_[A-Za-z]+_[\\w-]+`, 'g'), short) };
}

class ShortClassNamesPlugin {
  constructor(pattern, short) {
    this.pattern = pattern;
    this.short = short;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ShortClassNamesPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'ShortClassNamesPlugin', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE },
        (assets) => {
          for (const [file, source] of Object.entries(assets))
            if (/\.(m?js|css)$/.test(file))
              compilation.updateAsset(
                file,
                new rspack.sources.RawSource(this.shorten(source.source().toString(), file)),
              );
        },
      );
    });
  }

  shorten(text, file) {
    return text.replace(this.pattern, (long) => {
      const short = this.short.get(long);
      if (!short && file.endsWith('.css'))
        throw new Error(`localNames() in short-class-names.mjs did not find ${long}.`);
      return short ?? long; // in a script it may be any word
    });
  }
}

function cssModulesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.module.css'))
    .sort()
    .map((file) => join(folder, file));
}
