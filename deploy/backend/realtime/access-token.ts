import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BackendSecrets } from '../secrets/backend-secrets.ts';
import { isRecord } from './protocol.ts';

/** The actor of a channel. */
export interface Subscriber {
  /** The value of request.jwt.claims for row-level security; always has a role. */
  claims: Record<string, unknown>;
  /** Equal for all users who see the same rows. */
  identity: string;
  /** Seconds since 1970; undefined for a key, which does not expire. */
  expiresAt: number | undefined;
}

/**
 * Reads an access token, or one of the two keys.
 *
 * @param nowSeconds seconds since 1970.
 * @returns the subscriber, or the reason why the token is rejected.
 */
export function readAccessToken(
  token: string,
  secrets: Pick<BackendSecrets, 'jwtSecret' | 'anonKey' | 'serviceKey'>,
  nowSeconds: number,
): Subscriber | 'InvalidToken' | 'TokenExpired' {
  if (token === secrets.anonKey) return subscriber({ role: 'anon' }, undefined);
  if (token === secrets.serviceKey) return subscriber({ role: 'service_role' }, undefined);
  const claims = verify(token, secrets.jwtSecret);
  if (!claims || typeof claims['exp'] !== 'number' || claims['role'] !== 'authenticated') return 'InvalidToken';
  if (claims['exp'] <= nowSeconds) return 'TokenExpired';
  return subscriber(claims, claims['exp']);
}

/** The token of an Authorization header, if there is one. */
export function bearerOf(authorization: string | null | undefined): string | undefined {
  return /^Bearer\s+(.*)$/i.exec(authorization ?? '')?.[1]?.trim();
}

/** The id of the user whose valid token an Authorization header holds; undefined for visitors and keys. */
export function userOf(
  authorization: string | undefined,
  secrets: Parameters<typeof readAccessToken>[1],
): string | undefined {
  const token = bearerOf(authorization);
  const who = token ? readAccessToken(token, secrets, Date.now() / 1000) : undefined;
  const user = typeof who === 'object' ? who.claims['sub'] : undefined;
  return typeof user === 'string' ? user : undefined;
}

function subscriber(claims: Record<string, unknown>, expiresAt: number | undefined): Subscriber {
  const identity = JSON.stringify([claims['role'], claims['sub'], claims['email']]);
  return { claims, identity, expiresAt };
}

function verify(token: string, secret: string): Record<string, unknown> | undefined {
  const [header, payload, signature, ...rest] = token.split('.');
  if (!header || !payload || !signature || rest.length > 0) return undefined;
  const expected = createHmac('sha256', secret).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const head = decode(header);
  // The signature above is HS256: a token that claims another algorithm is not ours.
  return head?.['alg'] === 'HS256' ? decode(payload) : undefined;
}

function decode(part: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as unknown;
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
