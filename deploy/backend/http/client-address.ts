import type { IncomingMessage } from 'node:http';

/**
 * The network address that limits are counted by: the socket's, or behind an own proxy the last entry of
 * X-Forwarded-For (the earlier ones are the client's claim). An IPv6 household counts as one: its /64.
 */
export function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy
    ? String(request.headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : '';
  const address = (forwarded || request.socket.remoteAddress || 'unknown').replace(/^::ffff:/, '');
  return address.includes(':') ? `${address.split(':').slice(0, 4).join(':')}::/64` : address;
}
