import bcrypt from 'bcrypt';
import type { Sql } from 'postgres';

export interface Account {
  id: string;
  passwordHash: string | null;
  /** An address that was not confirmed has no account yet: anybody may have entered it. */
  isConfirmed: boolean;
}

/** The cost that lite hashes with: it reads this variable at each hash, so work for nothing follows it. */
const costOfHash = (): number => Number(process.env['LITE_AUTH_BCRYPT_COST'] ?? 10);

let noPassword: { cost: number; hash: string } | undefined;

/** A hash that no password has. */
function hashOfNoPassword(): string {
  const cost = costOfHash();
  if (noPassword?.cost !== cost) noPassword = { cost, hash: bcrypt.hashSync('-', cost) };
  return noPassword.hash;
}

/** @param email in lower case */
export async function findAccount(sql: Sql, email: string): Promise<Account | undefined> {
  const [row] = await sql<{ id: string; encrypted_password: string | null; is_confirmed: boolean }[]>`
    select u.id, email_confirmed_at is not null as is_confirmed, coalesce(u.encrypted_password, (
      select s.password_hash from backend.sign_ups s where s.user_id = u.id order by s.made_at desc limit 1
    )) as encrypted_password
    from auth.users u where u.email = ${email}`;
  return row && { id: row.id, passwordHash: row.encrypted_password, isConfirmed: row.is_confirmed };
}

/** Whether the account has this password. Takes the same time when there is no account or password. */
export async function hasPassword(account: Account | undefined, password: string): Promise<boolean> {
  const isRight = await bcrypt.compare(password, account?.passwordHash ?? hashOfNoPassword());
  return isRight && typeof account?.passwordHash === 'string';
}

/** Takes the time that hashing a new password takes. */
export async function hashForNothing(password: string): Promise<void> {
  await bcrypt.hash(password, costOfHash());
}

/**
 * Deletes the data of an account whose address is not confirmed: the person who entered it may not own the mailbox, so
 * that password must not open its account.
 */
export async function forgetUnconfirmed(sql: Sql, { id }: Account): Promise<void> {
  await sql`select backend.forget_unconfirmed(${id})`;
}
