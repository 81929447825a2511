import { rspack } from '@rspack/core';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Runs a TypeScript module that imports nothing but types, and answers its exports. */
async function importData(file) {
  const { code } = await rspack.experiments.swc.transform(readFileSync(file, 'utf8'), {
    filename: file,
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  });
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

/**
 * Reads a remote's src/manifest.ts and checks it against the contract.
 * @throws Error listing every fault, so that the build fails with what to change
 */
export async function readManifest(file) {
  const { manifestFaults } = await importData(fileURLToPath(new URL('../contracts/manifest.ts', import.meta.url)));
  const manifest = (await importData(file)).default;
  const faults = manifestFaults(manifest);
  if (faults.length > 0) throw new Error(`${file}\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  return manifest;
}
