import { closeSync, createReadStream, existsSync, fstatSync, openSync, realpathSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, normalize, relative } from 'node:path';
import { pipeline } from 'node:stream';
import { acceptedEncodings } from './accepted-encoding.ts';
import { contentTypeOf } from './content-types.ts';
import { releaseFileHeaders } from './security-headers.ts';

/**
 * Serves a file of a release folder with the best precompressed body the browser takes; release files never change.
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
  const [ending, encoding] = precompressed(file, req);
  const body = `${file}${ending}`;
  if (isLinkedFrom(join(siteFolder, 'r'), body)) return false;
  const descriptor = openSync(body, 'r');
  res.writeHead(200, {
    'Content-Type': type,
    'Content-Length': fstatSync(descriptor).size,
    ...releaseFileHeaders,
    Vary: 'Accept-Encoding',
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
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
function precompressed(file: string, req: IncomingMessage): ['' | '.br' | '.gz', string | null] {
  const accepted = acceptedEncodings(req.headers['accept-encoding'] as string | undefined);
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
