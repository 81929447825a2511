import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Sql, TransactionSql } from 'postgres';
import { runInTransaction } from '../../supabase/run-in-transaction.ts';
import { runSqlFile } from '../../supabase/run-sql-file.ts';
import { openDatabase } from './open-database.ts';

/** A part of the backend that connects as a database user of its own. */
export interface LoginService {
  /** For sentences: whose database user it is. */
  owner: string;
  /** The part of the login's name that says what it is for. */
  prefix: string;
  /** Keeps the password of the login. */
  passwords: `backend.${'api' | 'auth' | 'realtime' | 'worker'}_login`;
  /** The environment variable that names an operator's own login. */
  variable: string;
  /** The files with its rights. */
  rights: readonly string[];
  /** The roles that it may become, in the order of their names. */
  becomes: readonly string[];
}

/** REST, Storage, what lite does as Auth, and what Realtime and payments ask for a caller. */
export const apiService: LoginService = {
  owner: "The API's",
  prefix: 'authenticator',
  passwords: 'backend.api_login',
  variable: 'TWOSTROKE_API_DATABASE_URL',
  rights: ['api-login.sql'],
  becomes: ['anon', 'authenticated', 'service_role'],
};

/** What ../auth does besides lite: codes, links, factors, sessions. */
export const authService: LoginService = {
  owner: "Auth's",
  prefix: 'auth',
  passwords: 'backend.auth_login',
  variable: 'TWOSTROKE_AUTH_DATABASE_URL',
  rights: ['auth-login.sql', 'service-functions.sql'],
  becomes: [],
};

/** The feed of Realtime, and each changed row, once for all subscribers. */
export const realtimeService: LoginService = {
  owner: "Realtime's",
  prefix: 'realtime',
  passwords: 'backend.realtime_login',
  variable: 'TWOSTROKE_REALTIME_DATABASE_URL',
  rights: ['realtime-login.sql', 'service-functions.sql'],
  becomes: [],
};

/** Messages, and what payments do with the answers of the gateway. */
export const workerService: LoginService = {
  owner: "The workers'",
  prefix: 'worker',
  passwords: 'backend.worker_login',
  variable: 'TWOSTROKE_WORKER_DATABASE_URL',
  rights: ['worker-login.sql', 'service-functions.sql'],
  becomes: [],
};

/** The database user that a service connects as. */
export interface ServiceLogin {
  url: string;
  role: string;
}

/**
 * Prepares the database user of a service. Its password is kept in the database, where only the owner reads it, so that all
 * processes on one database have the same. Runs as the owner, after the preamble.
 *
 * @param given the URL of an operator's own login, for an owner who may not create one
 * @throws an Error with a sentence when the login can't connect, or may do more than the service needs
 */
export async function prepareLogin(
  sql: Sql,
  service: LoginService,
  { databaseUrl, given }: { databaseUrl: string; given: string | undefined },
): Promise<ServiceLogin> {
  if (given) {
    const role = await withLogin(service, given, async (login) => (await attributesOf(login)).role);
    await runAlone(sql, (transaction) => grantRights(transaction, service, role, ''));
    await withLogin(service, given, (login) => checkRights(login, service));
    return { url: given, role };
  }
  const { role, password } = await runAlone(sql, async (transaction) => {
    const login = await ownLogin(transaction, service);
    await grantRights(transaction, service, login.role, scramVerifier(login.password));
    return login;
  });
  const url = new URL(databaseUrl);
  url.username = role + projectOf(url);
  url.password = password;
  await withLogin(service, url.href, (login) => checkRights(login, service));
  return { url: url.href, role };
}

// Any number that no other program of this database uses.
const lockKey = 7_205_197_402;

/** Processes that prepare logins of one database at the same time do it one after the other. */
function runAlone<Result>(sql: Sql, work: (transaction: TransactionSql) => Promise<Result>): Promise<Result> {
  return runInTransaction(sql, async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${lockKey})`;
    return work(transaction);
  });
}

/** Supabase's pooler expects the project behind the role: `postgres.<project>`. */
function projectOf({ hostname, username }: URL): string {
  return hostname.endsWith('.pooler.supabase.com') ? (/\.[^.]+$/.exec(username)?.[0] ?? '') : '';
}

/** Roles belong to the whole server, so the name has a part for the database. */
async function ownLogin(
  sql: TransactionSql,
  { prefix, passwords }: LoginService,
): Promise<{ role: string; password: string }> {
  await sql
    .unsafe(
      `
    create schema if not exists backend;
    create table if not exists ${passwords} (password text not null);
    revoke all on ${passwords} from public, anon, authenticated, service_role;`,
    )
    .simple();
  await sql`
    insert into ${sql(passwords)} (password)
    select ${randomBytes(24).toString('base64url')} where not exists (select from ${sql(passwords)})`;
  const [row] = await sql<{ role: string; password: string }[]>`
    select ${prefix} || '_' || left(md5(current_database()), 12) as role, password from ${sql(passwords)}`;
  if (!row) throw new Error(`${passwords} is empty.`);
  return row;
}

async function grantRights(
  sql: TransactionSql,
  { becomes, rights }: LoginService,
  role: string,
  verifier: string,
): Promise<void> {
  await sql`
    select set_config('backend.login', ${role}, true), set_config('backend.verifier', ${verifier}, true),
      set_config('backend.becomes', ${becomes.join()}, true)`;
  for (const file of ['service-login.sql', ...rights]) await runSqlFile(sql, join(import.meta.dirname, file));
}

/** The form in which Postgres keeps a password, so that the password itself is in no statement that a server logs. */
function scramVerifier(password: string): string {
  const [rounds, salt] = [4096, randomBytes(16)];
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256');
  const key = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(key('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`;
}

async function withLogin<Result>(
  { variable }: LoginService,
  url: string,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const login = await openDatabase(url, { connections: 1, variable });
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
  if (!row) throw new Error("The login is not among the database's roles.");
  return row;
}

async function checkRights(login: Sql, service: LoginService): Promise<void> {
  const { role, excess, becomes } = await attributesOf(login);
  const who = `${service.owner} database user ${role}`;
  if (excess.length > 0)
    throw new Error(
      `${who} has ${excess.join(', ')}, which it must not have. ` +
        `Take it away: alter role "${role}" ${excess.map((attribute) => `no${attribute.toLowerCase()}`).join(' ')};`,
    );
  if (becomes.join() !== service.becomes.join())
    throw new Error(
      `${who} may become ${becomes.join(', ') || 'no other role'}. ` +
        (service.becomes.length > 0
          ? `It must be a member of ${service.becomes.join(', ')}, and of no other role.`
          : 'It must be a member of no role.'),
    );
}
