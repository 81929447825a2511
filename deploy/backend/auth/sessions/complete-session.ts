import type { Sql } from 'postgres';
import type { ApiCall } from '../../gateway/api-call.ts';
import { readAccessToken } from '../../gateway/access-token.ts';
import type { BackendSecrets } from '../../secrets/backend-secrets.ts';

export interface SessionOptions {
  sql: Sql;
  secrets: BackendSecrets;
}

/** Longer ones are cut; browsers send up to 200 characters. */
const longestUserAgent = 400;

/** Notes which browser got the session of an answer, for the list of sessions in the profile. */
export async function completeSession(options: SessionOptions, call: ApiCall, answer: Response): Promise<Response> {
  if (call.method !== 'POST' || answer.status !== 200) return answer;
  const text = await answer.text();
  const session = sessionOf(text, options.secrets);
  const userAgent = call.headers.get('user-agent')?.slice(0, longestUserAgent) ?? null;
  if (session) await options.sql`select backend.describe_session(${session}, ${userAgent})`;
  return new Response(text, { status: answer.status, headers: answer.headers });
}

/** The id of the session in the body of an answer, if it has one. */
function sessionOf(text: string, secrets: BackendSecrets): string | undefined {
  if (!text.includes('"access_token"')) return undefined;
  const { access_token: token } = JSON.parse(text) as { access_token?: unknown };
  const who = typeof token === 'string' ? readAccessToken(token, secrets, 0) : undefined;
  const session = typeof who === 'object' ? who.claims['session_id'] : undefined;
  return typeof session === 'string' ? session : undefined;
}
