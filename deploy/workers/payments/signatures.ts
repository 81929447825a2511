import { createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 in hex, as gateways sign. */
export function sign(content: string | Buffer, secret: string): string {
  return createHmac('sha256', secret).update(content).digest('hex');
}

/** Compares in constant time. */
export function isSignature(given: string, content: string | Buffer, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(content).digest();
  const bytes = /^[0-9a-f]{64}$/i.test(given) ? Buffer.from(given, 'hex') : Buffer.alloc(0);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
