import { createHmac } from 'node:crypto';

/** One part of a token. */
export const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with an HS256 signature, whatever its header says. */
export function signToken(header: object, claims: object, secret: string): string {
  const body = `${encode(header)}.${encode(claims)}`;
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
}
