import { rspack } from '@rspack/core';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Runs a TypeScript module that imports types and packages, and returns its exports. */
async function importData(file) {
  const { code } = await rspack.experiments.swc.transform(readFileSync(file, 'utf8'), {
    filename: file,
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  });
  // A data address has no folder in which packages could be found.
  const found = code.replace(/(?<=\bfrom ')[^.'][^']*(?=')/g, (name) => import.meta.resolve(name));
  return import(`data:text/javascript,${encodeURIComponent(found)}`);
}

/**
 * Reads a remote's src/manifest.ts and validates it against the contract.
 * @throws Error listing every validation error, so that the build fails with what to change
 */
export async function readManifest(file) {
  const schema = fileURLToPath(new URL('../contracts/manifest-errors.ts', import.meta.url));
  const { manifestErrors } = await importData(schema);
  const manifest = (await importData(file)).default;
  const errors = manifestErrors(manifest);
  if (errors.length > 0) throw new Error(`${file}\n${errors.map((error) => `  - ${error}`).join('\n')}`);
  return manifest;
}
