import { rspack } from '@rspack/core';

/** V8 looks for it in the first line of a file; other engines ignore it. */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Marks the files that every start of a page runs: entries and chunks of pages. Chromium compiles all functions of such
 * a file while it is downloaded, beside the main thread. Otherwise it compiles each when it is first called, on the main
 * thread. Files that come later are not marked: much of what is in them is never called.
 */
export class CompileHintPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('CompileHintPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        // After the minimizer, which drops comments, and before names are made from contents.
        { name: 'CompileHintPlugin', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_INLINE },
        () => {
          for (const file of startFiles(compilation))
            compilation.updateAsset(file, (source) => new rspack.sources.ConcatSource(HINT, source));
        },
      );
    });
  }
}

function startFiles(compilation) {
  const { chunks } = compilation.getStats().toJson({ all: false, chunks: true, chunkOrigins: true, ids: true });
  return chunks
    .filter(({ initial, origins = [] }) => initial || origins.some(({ request }) => request?.startsWith('./pages/')))
    .flatMap(({ files }) => files.filter((file) => file.endsWith('.js')));
}
