import type { IncomingMessage, ServerResponse } from 'node:http';

/** Sends a body that is made for each request. */
export function send(res: ServerResponse, status: number, type: string, body: string | Buffer): void {
  res.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-cache' }).end(body);
}

/** Sends a sentence. */
export function plain(res: ServerResponse, status: number, sentence: string): void {
  send(res, status, 'text/plain; charset=utf-8', `${sentence}\n`);
}

/** Whether the visitor came over https, as the proxy in front of this server says. */
export function isHttps(req: IncomingMessage): boolean {
  return req.headers['x-forwarded-proto'] === 'https';
}
