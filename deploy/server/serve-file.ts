import { createReadStream, existsSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { releaseFileHeaders } from './security-headers.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Serves a file of a release folder with the best precompressed body the browser takes; release files never change.
 * @returns false when there is no such file
 */
export function serveReleaseFile(
  siteFolder: string,
  pathname: string,
  req: IncomingMessage,
  res: ServerResponse,
): boolean {
  const path = normalize(pathname);
  const type = types[extname(path)];
  if (!path.startsWith('/r/') || path.includes('..') || !type) return false;
  const file = join(siteFolder, path);
  if (!existsSync(file) || !statSync(file).isFile()) return false;
  const accepted = String(req.headers['accept-encoding'] ?? '');
  const [ending, encoding] =
    accepted.includes('br') && existsSync(`${file}.br`)
      ? ['.br', 'br']
      : accepted.includes('gzip') && existsSync(`${file}.gz`)
        ? ['.gz', 'gzip']
        : ['', null];
  const body = `${file}${ending}`;
  res.writeHead(200, {
    'Content-Type': type,
    'Content-Length': statSync(body).size,
    ...releaseFileHeaders,
    Vary: 'Accept-Encoding',
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  });
  if (req.method === 'HEAD') res.end();
  else createReadStream(body).pipe(res);
  return true;
}
