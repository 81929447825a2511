import assert from 'node:assert/strict';
import { Decoder } from '@toondepauw/node-zstd';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { compressFiles } from '../../site/documents/compress-files.ts';
import { deltaEnding } from '../../site/documents/compression-dictionary.ts';
import { tempFolder } from '../../supabase/tests/temp-folder.ts';
import { FORMER_VERSIONS, writeDeltas } from './write-deltas.ts';

const temp = tempFolder();
after(temp.remove);

let app = '';
beforeEach((context) => {
  app = join(temp.path, context.name.slice(0, 20).replaceAll(' ', '-'));
});

/** Some code of a version, which hardly differs from that of the others. */
function codeOf(version: number): string {
  const lines = Array.from(
    { length: 400 },
    (_, line) => `export const line${line} = ${Math.imul(line, 2654435761)};\n`,
  );
  return `${lines.join('')}export const version = ${version};\n`;
}

/** Writes a release, in the order of their numbers. */
function release(version: number, files: Record<string, string>): string {
  const folder = join(app, `1.0.${version}`);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  compressFiles(folder);
  utimesSync(folder, version, version);
  return folder;
}

const endingFor = (dictionary: string): string => deltaEnding(createHash('sha256').update(dictionary).digest('base64'));

test('a browser makes the whole file of a delta and the former version, for under 5 % of its bytes', () => {
  release(1, { '8.00000001.js': codeOf(1), '9.00000001.css': 'p { color: red }' });
  const folder = release(2, { '8.00000002.js': codeOf(2) });
  writeDeltas(folder, join(app, 'new'));
  const delta = readFileSync(join(folder, `8.00000002.js${endingFor(codeOf(1))}`));
  const hash = createHash('sha256').update(codeOf(1)).digest('hex');
  assert.equal(delta.subarray(0, 40).toString('hex'), `5e2a4d1820000000${hash}`, 'the head of dcz (RFC 9842, 5)');
  assert.equal(new Decoder(Buffer.from(codeOf(1))).decodeSync(delta.subarray(40)).toString(), codeOf(2));
  const whole = readFileSync(join(folder, '8.00000002.js.br')).length;
  assert.ok(delta.length < whole * 0.05, `${delta.length} of ${whole} bytes`);
});

test('only the latest former versions are dictionaries, and only files of the same name', () => {
  for (const version of [1, 2, 3, 4, 5]) release(version, { '8.00000001.js': codeOf(version) });
  release(6, { 'main.00000001.js': codeOf(1), '8.00000001.css': codeOf(1) });
  const home = join(app, '1.0.7');
  const half = join(app, '1.0.7.1.part');
  mkdirSync(half);
  writeFileSync(join(half, '8.00000002.js'), codeOf(7));
  compressFiles(half);
  writeDeltas(half, home);
  const deltas = readdirSync(half).filter((file) => file.endsWith('.dcz'));
  assert.equal(FORMER_VERSIONS, 3);
  assert.deepEqual(deltas.sort(), [4, 5].map((version) => `8.00000002.js${endingFor(codeOf(version))}`).sort());
});

test('a delta that is no smaller than the whole file is not kept, and the first release has none', () => {
  const folder = release(1, { '8.00000001.js': 'export const a = 1;' });
  writeDeltas(folder, folder);
  release(2, { '8.00000002.js': 'b' });
  const half = join(app, 'new');
  mkdirSync(half);
  writeFileSync(join(half, '8.00000003.js'), 'c');
  compressFiles(half);
  writeDeltas(half, join(app, '1.0.3'));
  const files = [...readdirSync(folder), ...readdirSync(half)];
  assert.deepEqual(
    files.filter((file) => file.endsWith('.dcz')),
    [],
  );
});
