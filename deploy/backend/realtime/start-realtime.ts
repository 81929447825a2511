import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Sql } from 'postgres';
import { WebSocketServer } from 'ws';
import type { RealtimeLimits } from '../backend-limits.ts';
import { clientAddress } from '../gateway/client-address.ts';
import type { CrossOriginRules } from '../gateway/cross-origin.ts';
import { isAllowedOrigin } from '../gateway/cross-origin.ts';
import type { EndedSessions } from '../gateway/ended-sessions.ts';
import type { Clock } from '../gateway/rate-limiter.ts';
import type { Logger } from '../logger.ts';
import type { BackendSecrets } from '../secrets/backend-secrets.ts';
import { listenForChanges } from './change-feed.ts';
import { ClientSocket } from './client-socket.ts';
import { deliverChange } from './deliver-change.ts';

export interface RealtimeOptions {
  /** Realtime's own: the feed, and each changed row. */
  feedSql: Sql;
  /** The API's, which asks as each subscriber who may see it. */
  apiSql: Sql;
  secrets: BackendSecrets;
  logger: Logger;
  clock: Clock;
  limits: RealtimeLimits;
  trustProxy: boolean;
  crossOrigin: CrossOriginRules;
  endedSessions: EndedSessions;
}

export interface Realtime {
  /** Takes an upgrade for /realtime/v1/websocket; false when the path is another one. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  close(): Promise<void>;
}

/** Serves realtime-js: changes of the tables in publication supabase_realtime, to those who may read the row. */
export async function startRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { limits, secrets, clock, endedSessions } = options;
  const server = new WebSocketServer({ noServer: true, maxPayload: limits.frameBytes, perMessageDeflate: false });
  const sockets = new Set<ClientSocket>();
  const socketsOfAddress = new Map<string, number>();
  const feed = await listenForChanges(options.feedSql, {
    onChange: (change) => deliverChange(options, sockets, change, () => clock() / 1000),
    onGap: () => {
      // Recent changes may be lost: make all clients rejoin, after which they reload.
      for (const socket of sockets)
        for (const channel of [...socket.channels.values()]) socket.endChannel(channel, 'Changes may have been missed');
    },
    logger: options.logger,
  });
  endedSessions.onEnd((session) => {
    for (const socket of sockets) socket.endSession(session);
  });
  const sweeper = setInterval(() => {
    for (const socket of sockets) socket.sweep();
  }, 1000);
  sweeper.unref();

  function rejection(request: IncomingMessage, url: URL, address: string): string | undefined {
    const key = url.searchParams.get('apikey') ?? '';
    if (key !== secrets.anonKey && key !== secrets.serviceKey) return '401 Unauthorized';
    if (!isAllowedOrigin(request.headers.origin, request.headers.host, options.crossOrigin)) return '403 Forbidden';
    const isFull = sockets.size >= limits.sockets || (socketsOfAddress.get(address) ?? 0) >= limits.socketsPerAddress;
    return isFull ? '429 Too Many Requests\r\nRetry-After: 60' : undefined;
  }

  return {
    upgrade(request, socket, head) {
      const url = URL.canParse(request.url ?? '', 'http://127.0.0.1')
        ? new URL(request.url ?? '', 'http://127.0.0.1')
        : undefined;
      if (url?.pathname !== '/realtime/v1/websocket') return false;
      const address = clientAddress(request, options.trustProxy);
      const rejected = rejection(request, url, address);
      if (rejected) {
        socket.on('error', () => undefined);
        socket.end(`HTTP/1.1 ${rejected}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
        return true;
      }
      server.handleUpgrade(request, socket, head, (connected) => {
        const apiKey = url.searchParams.get('apikey') ?? '';
        const client = new ClientSocket(connected, { apiKey, secrets, limits, clock, endedSessions });
        sockets.add(client);
        socketsOfAddress.set(address, (socketsOfAddress.get(address) ?? 0) + 1);
        connected.on('close', () => {
          sockets.delete(client);
          const left = (socketsOfAddress.get(address) ?? 1) - 1;
          if (left > 0) socketsOfAddress.set(address, left);
          else socketsOfAddress.delete(address);
        });
      });
      return true;
    },
    async close() {
      clearInterval(sweeper);
      for (const socket of sockets) socket.close(1001, 'The backend stops');
      await feed.close();
      for (const socket of sockets) socket.terminate();
      server.close();
    },
  };
}
