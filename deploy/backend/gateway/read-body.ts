import type { IncomingMessage } from 'node:http';

/** A request that is rejected before its content is read. */
export class RequestBodyError extends Error {
  readonly status: 411 | 413 | 400;

  constructor(status: 411 | 413 | 400, message: string) {
    super(message);
    this.name = 'RequestBodyError';
    this.status = status;
  }
}

/**
 * Reads a request's body into memory.
 *
 * @throws RequestBodyError when it is larger than maxBytes or does not say its length.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (request.headers['transfer-encoding'] !== undefined)
    throw new RequestBodyError(411, 'Send the length of the body (Content-Length).');
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > maxBytes)
    throw new RequestBodyError(413, `The request is larger than ${Math.floor(maxBytes / 1024)} kB.`);
  if (length === 0) return Buffer.alloc(0);
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const body = Buffer.concat(parts);
  if (body.length !== length) throw new RequestBodyError(400, 'The request ended early.');
  return body;
}
