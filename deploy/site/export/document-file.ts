import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { brotliOptions } from '../documents/compress-files.ts';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/**
 * Marks a document whose remote is disabled: nginx then serves it with status 503. CDNs and buckets can't, so no mark
 * is sent to them.
 */
export const DISABLED_SUFFIX = '.off';

/** A file and its two compressed forms; file servers choose by the browser's Accept-Encoding. */
const FORMS = ['', '.br', '.gz'];

/**
 * Name of the file of a public address: `/` is `index.html`, `/bikes/ktm/390-duke` is `bikes/ktm/390-duke.html`.
 * @throws Error when the address can't be a file name, e.g. because a slug is empty
 */
export function documentFileOf(path: string): string {
  if (path === '/') return 'index.html';
  if (!/^(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$/.test(path) || path === '/index' || path === '/404')
    throw new Error(`${path} can't be a document: an address has letters, digits, - . _ and ~ between its slashes.`);
  return `${path.slice(1)}.html`;
}

export interface WrittenFile {
  file: string;
  /** Bytes of its Brotli form. */
  bytes: number;
  /** Whether the former generation has the same file. */
  linked: boolean;
}

/**
 * Writes a file with `.br` and `.gz` beside it. When the former generation contains the same content, it is linked instead,
 * which costs no space and no compression.
 * @param quality Brotli's, 0 to 11
 */
export async function writeWithCompressed(
  file: string,
  content: string | Buffer,
  { quality, former }: { quality: number; former: string | null },
): Promise<WrittenFile> {
  const body = Buffer.from(content);
  if (former && isSame(former, body)) {
    linkWithCompressed(former, file);
    return { file, bytes: readFileSync(`${file}.br`).length, linked: true };
  }
  const [brotli, gzipped] = await Promise.all([brotliOf(body, quality), compressGzip(body, { level: 9 })]);
  mkdirSync(dirname(file), { recursive: true });
  replaceFile(file, (half) => writeFileSync(half, body));
  replaceFile(`${file}.br`, (half) => writeFileSync(half, brotli));
  replaceFile(`${file}.gz`, (half) => writeFileSync(half, gzipped));
  return { file, bytes: brotli.length, linked: false };
}

/** Replaces a quick Brotli compression by the best one. Returns its bytes. */
export async function shrink(file: string, quality: number): Promise<number> {
  const brotli = await brotliOf(readFileSync(file), quality);
  replaceFile(`${file}.br`, (half) => writeFileSync(half, brotli));
  return brotli.length;
}

function brotliOf(body: Buffer, quality: number): Promise<Buffer> {
  return compressBrotli(body, brotliOptions(body, quality));
}

/** Links a second name to a file and its compressed forms. */
export function linkWithCompressed(from: string, to: string): void {
  if (from === to) return;
  mkdirSync(dirname(to), { recursive: true });
  for (const form of FORMS) {
    const half = replaceFile(to + form, (name) => linkSync(from + form, name));
    rmSync(half, { force: true }); // renaming a link onto itself leaves both names
  }
}

/**
 * Writes by rename: concurrent readers get the old file or the new one, and a file that others link to stays unchanged.
 * @returns the name that was renamed
 */
function replaceFile(file: string, make: (half: string) => void): string {
  const half = join(dirname(file), `.${process.pid}.${(counter += 1)}.part`);
  make(half);
  renameSync(half, file);
  return half;
}
let counter = 0;

function isSame(file: string, body: Buffer): boolean {
  try {
    return readFileSync(file).equals(body);
  } catch {
    return false; // the former generation had no such document
  }
}
