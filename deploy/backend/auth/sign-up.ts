import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { json } from '../gateway/answers.ts';
import type { ApiCall } from '../gateway/api-call.ts';
import { findAccount, forgetUnconfirmed, hashForNothing } from './accounts.ts';
import type { AuthMailer } from './auth-mailer.ts';
import { wordsOfAccount } from './guessable-words.ts';
import { rejectPassword } from './passwords.ts';

export interface SignUpOptions {
  sql: Sql;
  mailer: AuthMailer;
  wordsOfShop: readonly string[];
}

/**
 * Signs somebody up. The answer is the same whether the address has an account: the owner of one gets a mail instead of
 * the link.
 *
 * @param makeAccount answers the sign-up by lite, which checks its fields before it looks for the address.
 * @param browser the name of the browser that signs up: its password counts when it confirms the address, too.
 * @param isFlooded strangers have had so many mails sent to this mailbox that it gets no further one.
 */
export async function signUp(
  { sql, mailer, wordsOfShop }: SignUpOptions,
  call: ApiCall,
  body: { email: string; password?: unknown; data?: unknown },
  makeAccount: (call: ApiCall) => Promise<Response>,
  { browser, isFlooded }: { browser: string; isFlooded: boolean },
): Promise<Response> {
  const email = body.email.toLowerCase();
  const { password, data } = body;
  // lite rejects a missing password before it looks for the address.
  if (typeof password !== 'string' || password === '') return makeAccount(call);
  const rejected = await rejectPassword(password, [
    ...wordsOfShop,
    ...wordsOfAccount({ email, phone: (data as { phone?: unknown } | null | undefined)?.phone }),
  ]);
  if (rejected) return rejected;
  const account = await findAccount(sql, email);
  if (isFlooded || account?.isConfirmed) {
    await hashForNothing(password);
    if (!isFlooded) await mailer.sendAccountExists(email);
    return json(200, likeNewUser(email, data !== null && typeof data === 'object' ? data : {}));
  }
  if (account) await forgetUnconfirmed(sql, account);
  const answer = await makeAccount(call);
  if (answer.ok) await sql`select backend.note_sign_up(${email}, ${account?.id ?? null}, ${browser})`;
  return answer;
}

/**
 * Before an address is confirmed, gives its account the password and data of one sign-up: that of the browser that confirms
 * it, or of the only one.
 */
export async function settleSignUp(sql: Sql, email: string, browser: string | undefined): Promise<void> {
  await sql`select backend.settle_sign_up(${email}, ${browser ?? null})`;
}

/** What lite answers for a new user. */
function likeNewUser(email: string, data: object): object {
  const id = randomUUID();
  const now = new Date().toISOString();
  const details = { ...data, email, email_verified: false, phone_verified: false, sub: id };
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: details,
    identities: [
      {
        identity_id: randomUUID(),
        id,
        user_id: id,
        identity_data: details,
        provider: 'email',
        last_sign_in_at: now,
        created_at: now,
        updated_at: now,
        email,
      },
    ],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
    confirmation_sent_at: now,
  };
}
