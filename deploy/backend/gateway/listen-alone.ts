import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerHeaders } from './answer-headers.ts';
import type { GuardOptions } from './guarded-server.ts';
import { createGuardedServer } from './guarded-server.ts';

/** Handles requests; returns false for those that it does not handle. */
interface Handlers {
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
}

/** Serves a part alone on 127.0.0.1 that is usually mounted on the site's server. @param port 0 picks a free one */
export async function listenAlone(
  { handle, upgrade }: Handlers,
  port: number,
  guard: GuardOptions,
): Promise<{ server: Server; url: string; close(): Promise<void> }> {
  const server = createGuardedServer((request, response) => {
    if (!handle(request, response)) response.writeHead(404, answerHeaders).end();
  }, guard);
  server.on('upgrade', (request, socket, head) => {
    if (!upgrade?.(request, socket, head)) socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The server has no port.');
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { server, url: `http://127.0.0.1:${address.port}`, close };
}
