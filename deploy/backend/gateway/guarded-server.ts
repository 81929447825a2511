import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '../logger.ts';
import { answerHeaders } from './answer-headers.ts';
import { clientAddress } from './client-address.ts';
import type { Clock } from './rate-limiter.ts';

export interface SocketLimits {
  /**
   * Open connections of one network address. Thirty people behind one address, each with the six connections of a
   * browser and one of Realtime, stay below it.
   */
  perAddress: number;
  /** How long the headers of a request may take, milliseconds. */
  headersMs: number;
  /** How long a whole request may take. */
  requestMs: number;
  /** How long nothing may pass in either direction. Upgraded connections have their own rule. */
  silenceMs: number;
}

export const socketLimits: SocketLimits = { perAddress: 300, headersMs: 10_000, requestMs: 30_000, silenceMs: 120_000 };

export interface GuardOptions {
  logger: Logger;
  /** True behind an own proxy, from whose address all connections come: the proxy limits them (nginxLimits). */
  isBehindProxy: boolean;
  limits?: SocketLimits;
  clock?: Clock;
}

/**
 * An HTTP server that does not let one network address hold its connections: what is slow, torn or too much is closed,
 * with one line in the log for each kind and minute.
 */
export function createGuardedServer(listener: RequestListener, options: GuardOptions): Server {
  const { limits = socketLimits } = options;
  const { headersMs: headersTimeout, requestMs: requestTimeout } = limits;
  const connectionsCheckingInterval = Math.min(2_000, headersTimeout);
  const server = createServer({ headersTimeout, requestTimeout, connectionsCheckingInterval });
  const log = onceAMinute(options.logger, options.clock ?? Date.now);
  const open = new Map<string, number>();
  /**
   * How many answers are on their way, of each connection that has asked: another text must not be written between their
   * bytes.
   */
  const answering = new WeakMap<object, { count: number }>();

  server.setTimeout(limits.silenceMs, (socket) => socket.destroy());
  server.on('connection', (socket) => {
    if (options.isBehindProxy) return;
    const address = clientAddress({ headers: {}, socket }, false);
    const count = (open.get(address) ?? 0) + 1;
    if (count > limits.perAddress) {
      log('more', `A connection was refused: ${address} has ${limits.perAddress} open.`);
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    const answers = answering.get(socket) ?? { count: 0 };
    if (answers.count === 0) answering.set(socket, answers);
    answers.count += 1;
    response.once('close', () => (answers.count -= 1));
    if (hasTwoHosts(request)) {
      response.writeHead(400, { ...answerHeaders, connection: 'close' }).end();
      return;
    }
    listener(request, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    const isSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    // A visitor who leaves ends a connection that has served: nothing to report.
    if (isSlow || !answering.has(socket)) {
      const address = clientAddress({ headers: {}, socket }, false);
      const what = isSlow ? 'took too long over a request' : 'did not send a whole request';
      log(isSlow ? 'slow' : 'torn', `A connection of ${address} ${what} and was closed.`);
    }
    if (socket.writable && !answering.get(socket)?.count && error.code !== 'ECONNRESET')
      socket.end(`HTTP/1.1 ${statusOf(error.code)}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    socket.destroySoon();
  });
  return server;
}

/** Node reads the first Host, another program on the way may read the last (RFC 9112, 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

function statusOf(code: string | undefined): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout';
  return code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
}

/** Logs the first event of a kind in a minute; the next line of that kind says how many followed. */
function onceAMinute(logger: Logger, clock: Clock): (kind: string, sentence: string) => void {
  const kinds = new Map<string, { until: number; unsaid: number }>();
  return (kind, sentence) => {
    const now = clock();
    const known = kinds.get(kind);
    if (known && now < known.until) return void (known.unsaid += 1);
    const before = known && known.unsaid > 0 ? ` ${known.unsaid} more since the last line.` : '';
    kinds.set(kind, { until: now + 60_000, unsaid: 0 });
    logger.warn(sentence + before);
  };
}
