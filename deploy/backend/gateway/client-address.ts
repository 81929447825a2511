import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Sql } from 'postgres';

/** The header in which private.caller_address expects the network address of a request. */
export const ADDRESS_HEADER = 'cf-connecting-ip';

/** The fields of a request that determine its network address. */
export interface AddressedRequest {
  headers: IncomingMessage['headers'];
  socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
}

/**
 * The network address that limits are counted by: the socket's, or behind an own proxy the last entry of
 * X-Forwarded-For (the earlier ones are the client's claim). An IPv6 household counts as one: its /64.
 */
export function clientAddress(request: AddressedRequest, trustProxy: boolean): string {
  const forwarded = trustProxy ? lastEntry(request.headers['x-forwarded-for']) : '';
  const address = forwarded || bareAddress(request.socket.remoteAddress ?? '') || 'unknown';
  return isIP(address) === 6 ? householdOf(address) : address;
}

/**
 * The header from which the database reads the caller's network address: the one that private.settings names
 * (address_header), as on Supabase cf-connecting-ip.
 */
export async function readAddressHeader(sql: Sql): Promise<string> {
  const [row] = await sql<{ value: string }[]>`select value from private.settings where name = 'address_header'`;
  return row?.value ?? 'cf-connecting-ip';
}

/** The entry that our own proxy appended, if it is an address. */
function lastEntry(header: string | string[] | undefined): string {
  return bareAddress(
    String(header ?? '')
      .split(',')
      .at(-1) ?? '',
  );
}

/** The address without port, brackets, zone or the IPv6 form of an IPv4 address; '' when it is none. */
function bareAddress(text: string): string {
  const plain = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=[\d.]+$)/i, '');
  return isIP(plain) ? plain : '';
}

/** The first four groups, written out: 2001:db8::1 and 2001:db8:0:0:9::2 are one household. */
function householdOf(address: string): string {
  const [front = '', back] = address.split('::');
  const groups = front === '' ? [] : front.split(':');
  const missing = back === undefined ? 0 : 8 - groups.length - groupsIn(back);
  const whole = [...groups, ...Array<string>(missing).fill('0'), ...(back ? back.split(':') : [])];
  return `${whole
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** An IPv4 address at the end counts as two groups. */
function groupsIn(part: string): number {
  if (part === '') return 0;
  return part.split(':').length + (part.includes('.') ? 1 : 0);
}
