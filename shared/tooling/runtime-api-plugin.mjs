import { rspack } from '@rspack/core';

/** Writes `runtime-apis.json`: run-time interfaces of this build. The release step puts them into the record. */
export class RuntimeApiPlugin {
  /** @param {number[]} runtimeApis what the shell provides, or the one that a remote needs */
  constructor(runtimeApis) {
    this.runtimeApis = runtimeApis;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('RuntimeApiPlugin', (compilation) => {
      compilation.hooks.processAssets.tap('RuntimeApiPlugin', () =>
        compilation.emitAsset(
          'runtime-apis.json',
          new rspack.sources.RawSource(`${JSON.stringify(this.runtimeApis)}\n`),
        ),
      );
    });
  }
}
