import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Sql, TransactionSql } from 'postgres';
import { runInTransaction } from '../../supabase/run-in-transaction.ts';
import { runSqlFile } from '../../supabase/run-sql-file.ts';
import { openDatabase } from './open-database.ts';

/** The database user that the API connects as. */
export interface ApiLogin {
  url: string;
  role: string;
}

/**
 * Prepares the database user of the API's connections. Its password is kept in the database, where
 * only the owner reads it, so that all processes on one database have the same. Runs as the owner, after the preamble.
 *
 * @param given the URL of an operator's own login, for an owner who may not create one
 * @throws an Error with a sentence when the login can't connect, or may do more than the API needs
 */
export async function prepareApiLogin(sql: Sql, databaseUrl: string, given?: string): Promise<ApiLogin> {
  if (given) {
    const role = await withLogin(given, async (login) => (await attributesOf(login)).role);
    await runInTransaction(sql, (transaction) => grantRights(transaction, role, ''));
    await withLogin(given, checkRights);
    return { url: given, role };
  }
  const { role, password } = await runInTransaction(sql, async (transaction) => {
    const login = await ownLogin(transaction);
    await grantRights(transaction, login.role, scramVerifier(login.password));
    return login;
  });
  const url = new URL(databaseUrl);
  url.username = role;
  url.password = password;
  await withLogin(url.href, checkRights);
  return { url: url.href, role };
}

/** Roles belong to the whole server, so the name has a part for the database. */
async function ownLogin(sql: TransactionSql): Promise<{ role: string; password: string }> {
  await sql
    .unsafe(
      `
    create table if not exists backend.api_login (password text not null);
    revoke all on backend.api_login from public, anon, authenticated, service_role;`,
    )
    .simple();
  await sql`
    insert into backend.api_login (password)
    select ${randomBytes(24).toString('base64url')} where not exists (select from backend.api_login)`;
  const [row] = await sql<{ role: string; password: string }[]>`
    select 'authenticator_' || left(md5(current_database()), 12) as role, password from backend.api_login`;
  if (!row) throw new Error('backend.api_login is empty.');
  return row;
}

async function grantRights(sql: TransactionSql, role: string, verifier: string): Promise<void> {
  await sql`select set_config('backend.api_role', ${role}, true), set_config('backend.api_verifier', ${verifier}, true)`;
  await runSqlFile(sql, join(import.meta.dirname, 'api-login.sql'));
}

/** The form in which Postgres keeps a password, so that the password itself is in no statement that a server logs. */
function scramVerifier(password: string): string {
  const [rounds, salt] = [4096, randomBytes(16)];
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256');
  const key = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(key('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`;
}

async function withLogin<Result>(url: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const login = await openDatabase(url, { connections: 1, variable: 'TWOSTROKE_API_DATABASE_URL' });
  try {
    return await work(login);
  } finally {
    await login.end({ timeout: 2 });
  }
}

interface Attributes {
  role: string;
  /** Attributes by which it could pass the rules of the database. */
  excess: string[];
  /** Roles that it may become. */
  becomes: string[];
}

async function attributesOf(login: Sql): Promise<Attributes> {
  const [row] = await login<Attributes[]>`
    select session_user::text as role,
      array_remove(array[
        case when r.rolsuper then 'SUPERUSER' end, case when r.rolcreaterole then 'CREATEROLE' end,
        case when r.rolcreatedb then 'CREATEDB' end, case when r.rolreplication then 'REPLICATION' end,
        case when r.rolbypassrls then 'BYPASSRLS' end, case when r.rolinherit then 'INHERIT' end], null) as excess,
      array(select o.rolname::text from pg_roles o
        where o.rolname <> session_user and pg_has_role(session_user, o.oid, 'member') order by 1) as becomes
    from pg_roles r where r.rolname = session_user`;
  if (!row) throw new Error("The API's database user is not among the database's roles.");
  return row;
}

async function checkRights(login: Sql): Promise<void> {
  const { role, excess, becomes } = await attributesOf(login);
  if (excess.length > 0)
    throw new Error(
      `The API's database user ${role} has ${excess.join(', ')}, which it must not have. ` +
        `Take it away: alter role "${role}" ${excess.map((attribute) => `no${attribute.toLowerCase()}`).join(' ')};`,
    );
  if (becomes.join() !== 'anon,authenticated,service_role')
    throw new Error(
      `The API's database user ${role} may become ${becomes.join(', ') || 'no other role'}. ` +
        `It must be a member of anon, authenticated and service_role, and of no other role.`,
    );
}
