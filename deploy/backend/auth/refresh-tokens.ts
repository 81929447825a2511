import { createHmac } from 'node:crypto';
import type { Sql } from 'postgres';
import type { BackendLimits } from '../backend-limits.ts';
import { authError } from '../gateway/answers.ts';
import { rejectExpired } from './sessions/session-lifetimes.ts';

/** What lite makes: a UUID of version 7, most of which is the time. */
const liteToken = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const isOurs = /^[\w-]{43}$/;

/**
 * The same answer with another refresh token: lite's has 74 random bits, this one is its HMAC with the server's key, so
 * guessing it means guessing the 256 bits of the key. It replaces lite's in the table, by which lite finds the session. Two
 * answers about one token, to two tabs that renew at the same time, have the same one.
 */
export async function strengthenRefreshToken(
  { sql, tokenKey }: { sql: Sql; tokenKey: string },
  answer: Response,
): Promise<Response> {
  if (!answer.ok || !answer.headers.get('content-type')?.includes('json')) return answer;
  const text = await answer.text();
  const session = readSession(text);
  if (!session) return new Response(text, answer);
  const token = createHmac('sha256', tokenKey).update(`refresh ${session.refresh_token}`).digest('base64url');
  await sql`update auth.refresh_tokens set token = ${token} where token = ${session.refresh_token}`;
  return new Response(JSON.stringify({ ...session, refresh_token: token }), answer);
}

/** The session that a refresh token belongs to. */
export async function sessionOfToken(sql: Sql, token: unknown): Promise<string | undefined> {
  if (typeof token !== 'string') return undefined;
  const [row] = await sql<{ session_id: string }[]>`
    select session_id from auth.refresh_tokens where token = ${token}`;
  return row?.session_id;
}

/** Renewals that run, by their token. */
const running = new Map<string, Promise<Response>>();

/**
 * Renews a session unless it has expired. lite would give two tabs that renew at the very same time two tokens, the
 * older of which ends the session: here they share one answer.
 */
export async function renewSession(
  options: { sql: Sql; lifetimes: BackendLimits['sessions'] },
  token: unknown,
  byLite: () => Promise<Response>,
): Promise<Response> {
  if (typeof token !== 'string') return byLite();
  const shared = running.get(token) ?? renew(options, token, byLite).finally(() => running.delete(token));
  running.set(token, shared);
  return (await shared).clone();
}

/** lite calls a token that is not a UUID malformed: here it is unknown, which ends the browser's session. */
async function renew(
  { sql, lifetimes }: { sql: Sql; lifetimes: BackendLimits['sessions'] },
  token: string,
  byLite: () => Promise<Response>,
): Promise<Response> {
  const expired = await rejectExpired(sql, lifetimes, token);
  if (expired) return expired;
  const answer = await byLite();
  const isMalformed = answer.status === 400 && (await answer.clone().text()).includes('validation_failed');
  return isMalformed && isOurs.test(token)
    ? authError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
    : answer;
}

function readSession(text: string): { refresh_token: string } | undefined {
  if (!text.includes('"refresh_token"')) return undefined;
  const session = JSON.parse(text) as { refresh_token?: unknown };
  const { refresh_token: token } = session;
  return typeof token === 'string' && liteToken.test(token) ? { ...session, refresh_token: token } : undefined;
}
