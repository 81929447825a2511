import type { Sql } from 'postgres';
import type { BackendLimits } from '../../backend-limits.ts';
import { authError } from '../../gateway/answers.ts';

/**
 * Ends the sessions of a refresh token's owner that are too old or were unused for too long. Asked before a session is
 * renewed, as on hosted Supabase: until then its access token lives for an hour at most.
 *
 * @returns the answer that rejects the token when its own session is one of them
 */
export async function rejectExpired(
  sql: Sql,
  { customers, staff }: BackendLimits['sessions'],
  token: string,
): Promise<Response | undefined> {
  const [row] = await sql<{ is_ended: boolean }[]>`
    select backend.end_expired_sessions(
      ${token}, ${customers.timeboxSeconds}, ${customers.inactivitySeconds}, ${staff.timeboxSeconds},
      ${staff.inactivitySeconds}
    ) as is_ended`;
  return row?.is_ended ? authError(400, 'session_expired', 'Invalid Refresh Token: Session Expired') : undefined;
}
