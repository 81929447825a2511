import type { Sql } from 'postgres';
import { json } from '../gateway/answers.ts';
import type { ApiCall } from '../gateway/api-call.ts';
import { findAccount } from './accounts.ts';

/**
 * Answers a request for a mail with a code or link: the same whether the address has an account. Only accounts get a
 * mail; a new one begins with a sign-up, which confirms the address.
 *
 * @param sendMail answers the request by lite.
 * @param isFlooded strangers have had so many mails sent to this mailbox that it gets no further one: the newest works.
 */
export async function requestMail(
  sql: Sql,
  call: ApiCall,
  email: string,
  sendMail: () => Promise<Response>,
  isFlooded: boolean,
): Promise<Response> {
  const account = await findAccount(sql, email.toLowerCase());
  // lite answers a request to send again with an error for some addresses; a second sign-up sends a new link.
  const isAgain = call.url.pathname === '/auth/v1/resend';
  return isFlooded || isAgain || !account?.isConfirmed ? json(200, {}) : sendMail();
}

/** Whether lite takes this for an e-mail address: it rejects others before it looks for an account. */
export function isMailAddress(value: unknown): value is string {
  return typeof value === 'string' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);
}
