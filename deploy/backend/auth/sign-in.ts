import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { authError } from '../gateway/answers.ts';
import { findAccount, hasPassword } from './accounts.ts';

/**
 * Signs in with a password. lite looks for the account first and answers at once when there is none, or when its address
 * is not confirmed: here every wrong password takes the same time and gets the same answer.
 *
 * @param byLite answers the sign-in with an address by lite.
 */
export async function signInWithPassword(
  sql: Sql,
  email: string,
  password: string,
  byLite: (email: string) => Promise<Response>,
): Promise<Response> {
  const account = await findAccount(sql, email.toLowerCase());
  if (account?.isConfirmed && account.passwordHash) return byLite(email);
  const isRight = await hasPassword(account, password);
  if (isRight) return authError(400, 'email_not_confirmed', 'Email not confirmed');
  return byLite(`${randomUUID()}@no-account.invalid`);
}
