import { closeSync, createReadStream, existsSync, fstatSync, openSync, realpathSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, normalize, relative } from 'node:path';
import { pipeline } from 'node:stream';
import { requestedDelta, useAsDictionary } from '../documents/compression-dictionary.ts';
import { acceptedEncodings, acceptsZstandard, type Encoding } from './accepted-encoding.ts';
import { contentTypeOf } from './content-types.ts';
import { releaseFileHeaders } from './security-headers.ts';

/**
 * Serves a file of a release folder with the best precompressed body the browser takes: what has changed since a version
 * that it has, where it names one. Release files never change.
 * @returns false when there is no such file
 * @throws Error when it can't be opened: nothing has been answered then
 */
export function serveReleaseFile(
  siteFolder: string,
  pathname: string,
  req: IncomingMessage,
  res: ServerResponse,
): boolean {
  const path = normalize(pathname);
  const type = contentTypeOf(path);
  if (!path.startsWith('/r/') || path.includes('..') || !type) return false;
  const file = join(siteFolder, path);
  if (!existsSync(file) || !statSync(file).isFile()) return false;
  const accepted = req.headers['accept-encoding'] as string | undefined;
  const dictionary = req.headers['available-dictionary'] as string | undefined;
  const delta = acceptsZstandard(accepted, 'dcz') ? requestedDelta(dictionary) : null;
  const [ending, encoding] =
    delta && existsSync(file + delta) ? [delta, 'dcz'] : precompressed(file, acceptedEncodings(accepted));
  const isDictionaryFor = acceptsZstandard(accepted) ? useAsDictionary(path) : null;
  const body = `${file}${ending}`;
  if (isLinkedFrom(join(siteFolder, 'r'), body)) return false;
  const descriptor = openSync(body, 'r');
  res.writeHead(200, {
    'Content-Type': type,
    'Content-Length': fstatSync(descriptor).size,
    ...releaseFileHeaders,
    Vary: 'Accept-Encoding, Available-Dictionary',
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
    ...(isDictionaryFor ? { 'Use-As-Dictionary': isDictionaryFor } : {}),
  });
  if (req.method === 'HEAD') {
    closeSync(descriptor);
    res.end();
  }
  // A visitor who leaves in the middle closes the file; one that can't be read on ends the answer, not the process.
  else pipeline(createReadStream(body, { fd: descriptor }), res, () => undefined);
  return true;
}

/** The ending and the name of the best encoding that the client accepts and the build has made. */
function precompressed(file: string, accepted: readonly Encoding[]): ['' | '.br' | '.gz', string | null] {
  for (const encoding of accepted) {
    if (encoding === 'br' && existsSync(`${file}.br`)) return ['.br', encoding];
    if (encoding === 'gzip' && existsSync(`${file}.gz`)) return ['.gz', encoding];
    if (encoding === 'identity') break;
  }
  return ['', null];
}

/** Whether a symbolic link in the folder of releases leads to the file: it may lead out of it, to a key for instance. */
function isLinkedFrom(releases: string, file: string): boolean {
  return realpathSync(file) !== join(realpathSync(releases), relative(releases, file));
}
