import { Encoder } from '@toondepauw/node-zstd';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deltaEnding, familyOf } from '../../site/documents/compression-dictionary.ts';

/** So many former versions are dictionaries: who comes back after more releases downloads the whole file. */
export const FORMER_VERSIONS = 3;

/** 1 to 22. Above, releases take longer and are not smaller. */
const LEVEL = 19;

/** A skippable frame of Zstandard with the dictionary's SHA-256, which the encoding `dcz` begins with (RFC 9842, 5). */
const FRAME_HEAD = Buffer.from('5e2a4d1820000000', 'hex');

/**
 * Writes each script and sheet of a new release compressed with its former versions, where that is smaller than its
 * Brotli form.
 * @param folder of the new release, with its Brotli files
 * @param home where the new release will be, beside the former ones
 */
export function writeDeltas(folder: string, home: string): void {
  const former = formerVersions(home).flatMap((version) => readdirSync(version).map((file) => join(version, file)));
  for (const file of readdirSync(folder)) {
    const family = familyKey(file);
    if (!family) continue;
    const body = readFileSync(join(folder, file));
    for (const dictionary of former.filter((one) => familyKey(one) === family).map((one) => readFileSync(one))) {
      const delta = compressWith(dictionary, body);
      const ending = deltaEnding(createHash('sha256').update(dictionary).digest('base64'));
      if (delta.length < statSync(join(folder, `${file}.br`)).size) writeFileSync(join(folder, file + ending), delta);
    }
  }
}

function compressWith(dictionary: Buffer, body: Buffer): Buffer {
  const hash = createHash('sha256').update(dictionary).digest();
  return Buffer.concat([FRAME_HEAD, hash, new Encoder(LEVEL, dictionary).encodeSync(body)]);
}

/** The folders of the latest releases of the same app, the latest first. */
function formerVersions(home: string): string[] {
  const app = dirname(home);
  if (!existsSync(app)) return [];
  return readdirSync(app)
    .filter((version) => !version.endsWith('.part'))
    .map((version) => join(app, version))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
    .slice(0, FORMER_VERSIONS);
}

/** @param file its path */
function familyKey(file: string): string | null {
  const family = familyOf(file.split('/').at(-1)!);
  return family && `${family.name}.${family.type}`;
}
