import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, gunzip, gzip } from 'node:zlib';
import { brotliOptions } from '../documents/compress-files.ts';
import { acceptedEncodings, type Encoding } from './accepted-encoding.ts';

// These work in threads of their own, so that a compression delays no other request.
const [toBrotli, toGzip, fromGzip] = [promisify(brotliCompress), promisify(gzip), promisify(gunzip)];

/** Quick enough to compress while a visitor waits: 5 ms for a page. 9 takes 25 ms and saves 0.4 % of its bytes. */
const BROTLI_QUALITY = 8;

/** A text as it is sent, in each encoding. The plain body is unpacked for the few clients that want it. */
export interface EncodedBody {
  br: Buffer;
  gzip: Buffer;
  /** Bytes of the plain body. */
  length: number;
  /** The ETag of each encoding: a strong one names exactly the bytes that are sent. */
  etags: Record<Encoding, string>;
}

/** @param varied what else differs when the answer does, such as headers that are made from the text's parts */
export async function encodeBody(text: string, varied = ''): Promise<EncodedBody> {
  const plain = Buffer.from(text);
  const [br, zipped] = await Promise.all([toBrotli(plain, brotliOptions(plain, BROTLI_QUALITY)), toGzip(plain)]);
  const hash = createHash('sha256').update(plain).update(varied).digest('base64url').slice(0, 22);
  const etags = { br: `"${hash}-br"`, gzip: `"${hash}-gz"`, identity: `"${hash}"` };
  return { br, gzip: zipped, length: plain.length, etags };
}

/** What a body takes in memory. */
export function bytesOf({ br, gzip: zipped }: EncodedBody): number {
  return br.length + zipped.length;
}

/**
 * Sends a body in the encoding that the client likes best, or 304 when it has exactly that already.
 * @param headers besides those of the encoding
 */
export function sendEncoded(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  body: EncodedBody,
  headers: Record<string, string>,
): void {
  const [encoding = 'identity'] = acceptedEncodings(req.headers['accept-encoding'] as string | undefined);
  const { known, whole } = writtenHeaders(body, headers)[encoding];
  if (!res.hasHeader('Vary')) res.setHeader('Vary', 'Accept-Encoding'); // canary and previews have added to it
  // Only an answer of 200 may be skipped (RFC 9110, 13.2.1): a robot must hear of each 404 and 503.
  if (status === 200 && isKnown(req.headers['if-none-match'], body.etags[encoding]))
    return void res.writeHead(304, known).end();
  if (req.method === 'HEAD') return void res.writeHead(status, whole).end();
  if (encoding !== 'identity') return void res.writeHead(status, whole).end(body[encoding]);
  fromGzip(body.gzip).then(
    (plain) => res.writeHead(status, whole).end(plain),
    () => res.destroy(),
  );
}

type Headers = Record<string, string | number>;
/** Headers of an answer with the body, and of one for a client that knows it. */
type WrittenHeaders = Record<Encoding, { whole: Headers; known: Headers }>;

/** By what they were made from: to make them for each request costs as much as to send them. */
const written = new WeakMap<EncodedBody, { headers: Record<string, string>; made: WrittenHeaders }>();

function writtenHeaders(body: EncodedBody, headers: Record<string, string>): WrittenHeaders {
  const last = written.get(body);
  if (last?.headers === headers) return last.made;
  const made = (encoding: Encoding) => {
    const known = { ...headers, ETag: body.etags[encoding] };
    if (encoding === 'identity') return { known, whole: { ...known, 'Content-Length': body.length } };
    return { known, whole: { ...known, 'Content-Length': body[encoding].length, 'Content-Encoding': encoding } };
  };
  const all = { br: made('br'), gzip: made('gzip'), identity: made('identity') };
  written.set(body, { headers, made: all });
  return all;
}

/** A proxy that changes bodies marks tags as weak, so `W/` is not compared. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}
