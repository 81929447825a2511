import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { BackendSecrets } from '../secrets/backend-secrets.ts';
import type { ApiCall } from './api-call.ts';

/** The actor of a call or of a channel. */
export interface Caller {
  /** The value of request.jwt.claims for row-level security; always has a role. */
  claims: Record<string, unknown>;
  /** Equal for all users who see the same rows. */
  identity: string;
  /** Seconds since 1970; undefined for a key, which does not expire. */
  expiresAt: number | undefined;
}

/** The secrets that decide what a token is worth. */
export type TokenSecrets = Pick<BackendSecrets, 'jwtSecret' | 'formerJwtSecret' | 'anonKey' | 'serviceKey'>;

/**
 * What a token must say besides having our signature: until when it is valid, and what for. A token that another
 * program signed with the same secret, for itself, opens nothing here.
 */
const ownClaims = v.looseObject({
  exp: v.number(),
  nbf: v.optional(v.number()),
  aud: v.literal('authenticated'),
  role: v.picklist(['anon', 'authenticated', 'service_role']),
});
// The signatures below are HS256: a token that claims another algorithm, or demands extensions, is not ours.
const ownHeader = v.looseObject({ alg: v.literal('HS256'), crit: v.optional(v.undefined()) });

/**
 * Reads an access token, or one of the two keys. REST, Auth, Realtime and payments all ask here.
 *
 * @param nowSeconds seconds since 1970.
 * @returns the caller, or the reason why the token is rejected.
 */
export function readAccessToken(
  token: string,
  secrets: TokenSecrets,
  nowSeconds: number,
): Caller | 'InvalidToken' | 'TokenExpired' {
  if (token === secrets.anonKey) return caller({ role: 'anon' }, undefined);
  if (token === secrets.serviceKey) return caller({ role: 'service_role' }, undefined);
  const signed = signedToken(token, secrets);
  if (!signed || signed.validFrom > nowSeconds) return 'InvalidToken';
  if (signed.validUntil <= nowSeconds) return 'TokenExpired';
  return signed.caller;
}

/** The token of an Authorization header, if there is one. */
export function bearerOf(authorization: string | null | undefined): string | undefined {
  return /^Bearer\s+(.*)$/i.exec(authorization ?? '')?.[1]?.trim();
}

/** The id of the user whose valid token an Authorization header holds; undefined for visitors and keys. */
export function userOf(authorization: string | undefined, secrets: TokenSecrets): string | undefined {
  const token = bearerOf(authorization);
  const who = token ? readAccessToken(token, secrets, Date.now() / 1000) : undefined;
  const user = typeof who === 'object' ? who.claims['sub'] : undefined;
  return typeof user === 'string' ? user : undefined;
}

/** The user and the session of the valid token in an Authorization header. */
export function sessionOf(
  authorization: string | null,
  secrets: TokenSecrets,
): { user: string; session: string } | undefined {
  const token = bearerOf(authorization);
  const who = token ? readAccessToken(token, secrets, Date.now() / 1000) : undefined;
  if (typeof who !== 'object') return undefined;
  const { sub: user, session_id: session } = who.claims;
  return typeof user === 'string' && typeof session === 'string' ? { user, session } : undefined;
}

/** A call whose token, if it has one, is valid. */
export interface CheckedCall extends ApiCall {
  /** Undefined for a call without a token. */
  caller?: Caller;
}

/** A token that is refused, in the words of PostgREST and with its code. */
export interface RefusedToken {
  code: 'PGRST301' | 'PGRST303';
  message: string;
}

/**
 * Checks the token of a call before lite sees it: lite accepts every payload that has our signature, and takes a
 * malformed token for a visitor's. lite has one secret, so a token that was signed with the former one is passed on
 * with a signature of the present one.
 */
export function withCheckedToken(call: ApiCall, secrets: TokenSecrets): CheckedCall | RefusedToken {
  const token = bearerOf(call.headers.get('authorization'));
  if (!token) return call;
  const who = readAccessToken(token, secrets, Date.now() / 1000);
  if (who === 'TokenExpired') return { code: 'PGRST303', message: 'JWT expired' };
  if (who === 'InvalidToken') return { code: 'PGRST301', message: whyInvalid(token) };
  const headers = new Headers(call.headers);
  headers.set('authorization', `Bearer ${signedToken(token, secrets)?.renewed ?? token}`);
  return { ...call, headers, caller: who };
}

function whyInvalid(token: string): string {
  const parts = token.split('.').filter(Boolean).length;
  return parts === 3 && token.split('.').length === 3
    ? 'No suitable key or wrong key type'
    : `Expected 3 parts in JWT; got ${parts}`;
}

function caller(claims: Record<string, unknown>, expiresAt: number | undefined): Caller {
  const identity = JSON.stringify([claims['role'], claims['sub'], claims['email'], claims['aal']]);
  return { claims, identity, expiresAt };
}

/** A token with our signature. Whether it is valid now depends on the time, and on whether its session has ended. */
interface SignedToken {
  caller: Caller;
  /** Seconds since 1970. */
  validFrom: number;
  validUntil: number;
  /** The token with a signature of the present secret. */
  renewed: string;
}

/** A call asks several times, and a page makes several calls. */
const mostRemembered = 1000;
/** Tokens by their text, those that were seen first first. Only tokens with our signature get here. */
const remembered = new WeakMap<TokenSecrets, Map<string, SignedToken>>();

/** Reads a token that was signed with one of our secrets: once, and from memory after that. */
function signedToken(token: string, secrets: TokenSecrets): SignedToken | undefined {
  const known = remembered.get(secrets) ?? new Map<string, SignedToken>();
  remembered.set(secrets, known);
  const signed = known.get(token) ?? readSigned(token, secrets);
  if (!signed || known.has(token)) return signed;
  const [oldest] = known.keys();
  if (known.size >= mostRemembered && oldest !== undefined) known.delete(oldest);
  known.set(token, signed);
  return signed;
}

function readSigned(token: string, secrets: TokenSecrets): SignedToken | undefined {
  const [header, payload, signature, ...rest] = token.split('.');
  if (!header || !payload || !signature || rest.length > 0) return undefined;
  if (!v.is(ownHeader, decode(header))) return undefined;
  const signed = `${header}.${payload}`;
  const given = Buffer.from(signature, 'base64url');
  const isSignedWith = (secret: string) => {
    const expected = sign(signed, secret);
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  // While keys change there are two.
  const { jwtSecret, formerJwtSecret } = secrets;
  const isPresent = isSignedWith(jwtSecret);
  if (!isPresent && (formerJwtSecret === undefined || !isSignedWith(formerJwtSecret))) return undefined;
  const { success, output: claims } = v.safeParse(ownClaims, decode(payload));
  if (!success) return undefined;
  return {
    caller: caller(Object.freeze(claims), claims.exp),
    validFrom: claims.nbf ?? 0,
    validUntil: claims.exp,
    renewed: isPresent ? token : `${signed}.${sign(signed, jwtSecret).toString('base64url')}`,
  };
}

function sign(text: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
