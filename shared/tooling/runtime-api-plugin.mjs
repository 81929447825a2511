import { rspack } from '@rspack/core';
import { RUNTIME_API } from './runtime-api.mjs';

/** Writes `runtime-api.json`: the run-time interface that this build uses. The release step puts it into the record. */
export class RuntimeApiPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('RuntimeApiPlugin', (compilation) => {
      compilation.hooks.processAssets.tap('RuntimeApiPlugin', () =>
        compilation.emitAsset('runtime-api.json', new rspack.sources.RawSource(`${RUNTIME_API}\n`)),
      );
    });
  }
}
