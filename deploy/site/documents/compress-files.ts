import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync, type BrotliOptions } from 'node:zlib';

/** Compressed forms that nothing has asked for in so long are removed. */
const keptMs = 30 * 24 * 3600_000;

/**
 * Writes `.br` and `.gz` beside every file of a release that they make smaller, once, at the best quality.
 * @param cache folder of what was compressed before, or null. Most files of a release are those of the former one, and
 *   compressing a whole site takes seconds
 */
export function compressFiles(folder: string, cache: string | null = null): void {
  if (cache) mkdirSync(cache, { recursive: true });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|ttf|json|html|webmanifest)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const body = readFileSync(file);
    const once = (ending: string, compress: () => Buffer) =>
      writeFileSync(`${file}.${ending}`, cache ? fromCache(cache, body, ending, compress) : compress());
    once('br', () => compressBrotli(body));
    once('gz', () => gzipSync(body, { level: 9 }));
  }
  if (cache) removeUnused(cache);
}

/** @param quality 0 to 11, the slowest */
export function compressBrotli(body: Buffer, quality = 11): Buffer {
  return brotliCompressSync(body, brotliOptions(body, quality));
}

/**
 * The window is as large as the body, which it can refer to as a whole. For each body, Brotli prepares tables for its
 * window: 32 MB at quality 9 and a window of more than 64 kB, which takes four times as long as to compress a page.
 * @param quality 0 to 11, the slowest
 */
export function brotliOptions(body: Buffer, quality: number): BrotliOptions {
  const window = Math.ceil(Math.log2(body.length + 16));
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(Math.max(window, 16), constants.BROTLI_DEFAULT_WINDOW),
    },
  };
}

function fromCache(cache: string, body: Buffer, ending: string, compress: () => Buffer): Buffer {
  const file = join(cache, `${createHash('sha256').update(body).digest('hex')}.${ending}`);
  try {
    const known = readFileSync(file);
    const now = new Date();
    utimesSync(file, now, now);
    return known;
  } catch {
    const form = compress();
    // By renaming: another process must not read half of it.
    const half = `${file}.${process.pid}.part`;
    writeFileSync(half, form);
    renameSync(half, file);
    return form;
  }
}

function removeUnused(cache: string): void {
  for (const name of readdirSync(cache)) {
    const file = join(cache, name);
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
    if (mtimeMs < Date.now() - keptMs) rmSync(file, { force: true });
  }
}
