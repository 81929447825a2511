import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { tempFolder } from '../../supabase/tests/temp-folder.ts';
import { compressFiles } from './compress-files.ts';

const temporary = tempFolder();
after(() => temporary.remove());
const cache = join(temporary.path, 'cache');
const cached = (ending: string): string[] =>
  readdirSync(cache)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(cache, name));

/** Compresses a folder with one script. @returns the script with its ending */
function compressed(name: string, code: string): (ending: string) => Buffer {
  const folder = join(temporary.path, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'main.js'), code);
  compressFiles(folder, cache);
  return (ending) => readFileSync(join(folder, `main.js${ending}`));
}

test('what was compressed before is copied, whatever release it was for', () => {
  const code = 'export const version = 1;\n'.repeat(20);
  const first = compressed('first', code);
  assert.equal(String(brotliDecompressSync(first('.br'))), code);
  assert.equal(String(gunzipSync(first('.gz'))), code);
  const [form] = cached('.br');
  assert.ok(form);
  writeFileSync(form, 'as it was compressed');
  assert.equal(String(compressed('second', code)('.br')), 'as it was compressed');
  const other = `${code};`;
  assert.equal(String(brotliDecompressSync(compressed('third', other)('.br'))), other);
});

test('forms that no release has had for a month are removed', () => {
  compressed('fourth', 'export const old = 1;');
  const old = cached('');
  const [used, unused] = [Date.now() / 1000 - 29 * 86_400, Date.now() / 1000 - 31 * 86_400];
  for (const [at, file] of old.entries()) utimesSync(file, at ? unused : used, at ? unused : used);
  compressed('fifth', 'export const young = 1;');
  assert.deepEqual(
    old.filter((file) => cached('').includes(file)),
    old.slice(0, 1),
  );
});
