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
  const ended = await sql<{ is_own: boolean }[]>`
    with own as (
      select s.id, s.user_id,
        exists (select from public.user_roles r where r.user_id = s.user_id) as is_staff
      from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id where t.token = ${token}
    )
    delete from auth.sessions s using own
    where s.user_id = own.user_id and (
      s.created_at < now() - make_interval(
        secs => case when own.is_staff then ${staff.timeboxSeconds}::int else ${customers.timeboxSeconds}::int end)
      -- Auth writes refreshed_at without a time zone, in UTC.
      or coalesce(s.refreshed_at at time zone 'UTC', s.created_at) < now() - make_interval(
        secs => case when own.is_staff then ${staff.inactivitySeconds}::int else ${customers.inactivitySeconds}::int end)
    )
    returning s.id = own.id as is_own`;
  return ended.some(({ is_own }) => is_own)
    ? authError(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
    : undefined;
}
