import { rspack } from '@rspack/core';

/** Writes `shell.json`: the shell's entry script and style sheets, for the release step to put into documents. */
export class ShellFilesPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ShellFilesPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'ShellFilesPlugin', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const files = compilation.entrypoints.get('main').getFiles();
          const offer = {
            js: files.filter((file) => file.endsWith('.js')),
            css: files.filter((file) => file.endsWith('.css')),
          };
          const source = new rspack.sources.RawSource(`${JSON.stringify(offer, null, 2)}\n`);
          compilation.emitAsset('shell.json', source);
        },
      );
    });
  }
}
