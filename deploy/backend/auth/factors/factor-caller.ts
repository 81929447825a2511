import type { Sql } from 'postgres';
import { authError } from '../../gateway/answers.ts';
import type { ApiCall } from '../../gateway/api-call.ts';
import { bearerOf, readAccessToken } from '../../gateway/access-token.ts';
import type { BackendSecrets } from '../../secrets/backend-secrets.ts';

/** A factor as the user of an answer carries it. */
export interface Factor {
  id: string;
  friendly_name: string;
  status: 'unverified' | 'verified';
}

/** Who calls, by a token whose session has not ended. */
export interface FactorCaller {
  user: string;
  session: string;
  /** E-mail address or phone. */
  account: string;
  /** Of the session as it is now; a token may be older. */
  aal: string;
  factors: Factor[];
}

/** @returns the caller, or the answer that rejects the call */
export async function readCaller(
  { sql, secrets, clock }: { sql: Sql; secrets: BackendSecrets; clock: () => number },
  call: ApiCall,
): Promise<FactorCaller | Response> {
  const token = bearerOf(call.headers.get('authorization'));
  const who = token ? readAccessToken(token, secrets, clock() / 1000) : undefined;
  const { sub, session_id: session } = typeof who === 'object' ? who.claims : {};
  if (typeof sub !== 'string' || typeof session !== 'string')
    return authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const [row] = await sql<Omit<FactorCaller, 'user' | 'session'>[]>`
    select coalesce(nullif(u.email, ''), '+' || u.phone, '') as account, coalesce(s.aal, 'aal1') as aal,
      backend.factors_of(u.id) as factors
    from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = ${session} and s.user_id = ${sub}`;
  return row
    ? { ...row, user: sub, session }
    : authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
}
