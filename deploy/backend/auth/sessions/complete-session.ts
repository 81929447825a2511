import { createHmac } from 'node:crypto';
import type { Sql } from 'postgres';
import type { ApiCall } from '../../gateway/api-call.ts';
import type { Clock } from '../../gateway/rate-limiter.ts';
import { readAccessToken } from '../../gateway/access-token.ts';
import { isRecord } from '../../realtime/protocol.ts';
import type { BackendSecrets } from '../../secrets/backend-secrets.ts';

export interface SessionOptions {
  sql: Sql;
  secrets: BackendSecrets;
  clock: Clock;
}

/** What lite's tokens and users lack. */
interface SessionFacts {
  aal: string;
  amr: { method: string; timestamp: number }[];
  factors: unknown[];
}

/** Longer ones are cut; browsers send up to 200 characters. */
const longestUserAgent = 400;

/**
 * Adds to the answers of lite what hosted Supabase says about a session: how it was signed in (`aal` and `amr` in the
 * token) and the factors of its user. Notes which browser got it.
 */
export async function completeSession(options: SessionOptions, call: ApiCall, answer: Response): Promise<Response> {
  if (answer.status !== 200 || !/json/.test(answer.headers.get('content-type') ?? '')) return answer;
  const text = await answer.text();
  const body = text ? (JSON.parse(text) as unknown) : null;
  const completed =
    isRecord(body) && ((await withToken(options, call, body)) ?? (await withFactors(options, call, body)));
  return new Response(completed ? JSON.stringify(completed) : text, { status: 200, headers: answer.headers });
}

async function withToken(
  { sql, secrets, clock }: SessionOptions,
  call: ApiCall,
  body: Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> {
  const token = body['access_token'];
  const who = typeof token === 'string' ? readAccessToken(token, secrets, 0) : undefined;
  const session = typeof who === 'object' ? who.claims['session_id'] : undefined;
  if (typeof who !== 'object' || typeof session !== 'string') return undefined;
  const userAgent = call.headers.get('user-agent')?.slice(0, longestUserAgent) ?? null;
  const [row] = await sql<{ facts: SessionFacts }[]>`
    select backend.describe_session(${session}, ${userAgent}, ${methodOf(call)}, ${new Date(clock())}) as facts`;
  if (!row) return undefined;
  const { aal, amr, factors } = row.facts;
  const access_token = signToken({ ...who.claims, aal, amr }, secrets.jwtSecret);
  const user = isRecord(body['user']) ? withList(body['user'], factors) : body['user'];
  return { ...body, access_token, user };
}

/** The user alone, as GET and PUT /user answer it. */
async function withFactors(
  { sql }: SessionOptions,
  call: ApiCall,
  body: Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> {
  const { id } = body;
  if (call.url.pathname !== '/auth/v1/user' || typeof id !== 'string') return undefined;
  const [row] = await sql<{ factors: unknown[] }[]>`select backend.factors_of(${id}) as factors`;
  return withList(body, row?.factors ?? []);
}

/** Users without a factor have no such field, as on hosted Supabase. */
function withList(user: Record<string, unknown>, factors: unknown[]): Record<string, unknown> {
  return factors.length > 0 ? { ...user, factors } : user;
}

/** How a call signs in; null when it renews a session. */
function methodOf({ url }: ApiCall): string | null {
  const path = url.pathname.slice('/auth/v1'.length);
  const grant = url.searchParams.get('grant_type');
  if (path === '/signup' || (path === '/token' && grant === 'password')) return 'password';
  return path === '/verify' ? 'otp' : null;
}

function signToken(claims: Record<string, unknown>, secret: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}
