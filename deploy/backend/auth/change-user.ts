import { randomInt } from 'node:crypto';
import type { Sql } from 'postgres';
import { authError } from '../gateway/answers.ts';
import type { ApiCall } from '../gateway/api-call.ts';
import { withJsonBody } from '../gateway/api-call.ts';
import { findAccount, hasPassword } from './accounts.ts';
import type { AuthLimits } from './auth-limits.ts';
import type { AuthMailer } from './auth-mailer.ts';
import { wordsOfAccount } from './guessable-words.ts';
import { isMailAddress } from './mail-requests.ts';
import { rejectPassword } from './passwords.ts';

export interface ChangeUserOptions {
  sql: Sql;
  mailer: AuthMailer;
  limits: AuthLimits;
  /** Words that do not count in a password. */
  wordsOfShop: readonly string[];
  /** The user and session of the valid token in an Authorization header. */
  sessionOf(authorization: string | null): { user: string; session: string } | undefined;
}

/** Password and addresses may be changed without the current password for so long after a sign-in. */
const freshFor = '15 minutes';

interface OpenSession {
  user: string;
  session: string;
  is_fresh: boolean;
  password_hash: string | null;
  email: string | null;
  phone: string | null;
}

/** Changes the caller's password, e-mail address or data. @param byLite answers the change by lite. */
export async function changeUser(
  options: ChangeUserOptions,
  call: ApiCall,
  body: Record<string, unknown>,
  byLite: (call: ApiCall) => Promise<Response>,
): Promise<Response> {
  const open = await openSession(options, call);
  if (!open) return byLite(call); // which rejects it
  const { current_password: current, ...change } = body;
  const { password, email } = change;
  const words = [...options.wordsOfShop, ...wordsOfAccount(open), ...wordsOfAccount(change)];
  const isWeak = typeof password === 'string' ? await rejectPassword(password, words) : undefined;
  if (isWeak) return isWeak;
  if (['password', 'email', 'phone'].some((field) => change[field] !== undefined)) {
    const rejected = await rejectCurrent(options, open, current);
    if (rejected) return rejected;
  }
  if (isMailAddress(email) && email.toLowerCase() !== open.email) {
    await beginAddressChange(options, open, email.toLowerCase());
    delete change['email'];
  }
  const answer = await byLite(withJsonBody(call, change));
  if (answer.ok && typeof password === 'string')
    await options.sql`select backend.end_other_sessions(${open.user}, ${open.session}, ${open.email})`;
  return answer;
}

async function openSession({ sql, sessionOf }: ChangeUserOptions, call: ApiCall): Promise<OpenSession | undefined> {
  const claimed = sessionOf(call.headers.get('authorization'));
  if (!claimed) return undefined;
  const [row] = await sql<OpenSession[]>`
    select u.id as user, s.id as session, s.created_at > now() - ${freshFor}::interval as is_fresh,
      u.encrypted_password as password_hash, u.email, u.phone
    from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id::text = ${claimed.session} and u.id::text = ${claimed.user}`;
  return row;
}

/** A person who finds an open session must not be able to take the account over. */
async function rejectCurrent(
  { limits }: ChangeUserOptions,
  { user, is_fresh, password_hash }: OpenSession,
  current: unknown,
): Promise<Response | undefined> {
  if (typeof current !== 'string' || current === '')
    return is_fresh
      ? undefined
      : authError(400, 'reauthentication_needed', 'This change requires the current password or a fresh sign-in');
  const wait = limits.takeCurrentPassword(user);
  if (wait > 0)
    return authError(429, 'over_request_rate_limit', `Too many attempts. Try again in ${wait} seconds.`, wait);
  const account = { id: user, passwordHash: password_hash, isConfirmed: true };
  if (!(await hasPassword(account, current))) return authError(400, 'invalid_credentials', 'Invalid current password');
  limits.forgetCurrentPasswords(user);
  return undefined;
}

/**
 * Sends the mail that confirms a new address or, when it has an account, another one to its owner: the caller sees an
 * address that waits for its confirmation in both cases. lite would refuse an address for which a sign-up waits.
 */
async function beginAddressChange(
  { sql, mailer }: ChangeUserOptions,
  { user, email: current }: OpenSession,
  email: string,
): Promise<void> {
  await sql`
    update auth.users set
      email_change = ${email}, email_change_token_new = null, email_change_token_current = null,
      email_change_sent_at = now()
    where id = ${user}`;
  if ((await findAccount(sql, email))?.isConfirmed) return mailer.sendAccountExists(email);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await mailer.sendEmailChange(email, '', code, { userId: user, currentEmail: current ?? undefined, newEmail: email });
}
