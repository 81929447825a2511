import type { Sql } from 'postgres';
import { openDatabase } from '../database/open-database.ts';
import { silentLogger } from '../logger.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { runningDatabaseUrl } from '../postgres/running-database.ts';
import { loadSecrets } from '../secrets/backend-secrets.ts';
import { nodeWebSocket } from '../realtime/node-web-socket.ts';

/** Which database to write to. */
export type AdminTarget =
  | { kind: 'embedded'; dataFolder: string }
  | { kind: 'database'; databaseUrl: string }
  | { kind: 'supabase'; url: string; serviceRoleKey: string };

/**
 * Gives the account with this e-mail address the role admin and the duty owner. Works while the site runs and while it does not.
 *
 * @returns a sentence about what was done.
 * @throws an Error with a sentence when there is no such account or the database cannot be reached.
 */
export async function makeAdmin(target: AdminTarget, email: string): Promise<string> {
  const address = email.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new Error(`${email || 'Nothing'} is not an e-mail address.`);
  switch (target.kind) {
    case 'supabase':
      await grantOnSupabase(target.url, target.serviceRoleKey, address);
      break;
    case 'database':
      await withDatabase(target.databaseUrl, (sql) => grantAdminRole(sql, address));
      break;
    case 'embedded':
      await grantOnEmbedded(target.dataFolder, address);
  }
  return `${address} is an owner from the next sign-in on.`;
}

/** Which database the environment names: DATABASE_URL, a Supabase project, or the embedded one. */
export function adminTarget(dataFolder: string, environment: NodeJS.ProcessEnv = process.env): AdminTarget {
  const { DATABASE_URL: databaseUrl, SUPABASE_URL: url, SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey } = environment;
  if (databaseUrl) return { kind: 'database', databaseUrl };
  if (url && serviceRoleKey) return { kind: 'supabase', url, serviceRoleKey };
  if (url)
    throw new Error(
      'SUPABASE_URL is set, but not SUPABASE_SERVICE_ROLE_KEY. Set it (project settings, API keys), ' +
        "or set DATABASE_URL to the project's connection string.",
    );
  return { kind: 'embedded', dataFolder };
}

/** @throws an Error with a sentence when no account has this address. */
export async function grantAdminRole(sql: Sql, email: string): Promise<void> {
  const accounts = await sql<{ id: string }[]>`select id from auth.users where lower(email) = ${email}`;
  const account = accounts[0];
  if (!account) throw new Error(noAccount(email));
  await sql`select public.make_owner(${account.id})`;
}

async function grantOnEmbedded(dataFolder: string, email: string): Promise<void> {
  const running = runningDatabaseUrl(dataFolder);
  if (running) return withDatabase(running, (sql) => grantAdminRole(sql, email));
  const { databasePassword } = loadSecrets(dataFolder);
  const server = await startPostgres({ dataFolder, password: databasePassword, logger: silentLogger });
  try {
    if (server.isNew)
      throw new Error(`There are no accounts yet. Start the site, sign up as ${email}, then try again.`);
    await withDatabase(server.databaseUrl, (sql) => grantAdminRole(sql, email));
  } finally {
    await server.stop();
  }
}

async function withDatabase(databaseUrl: string, step: (sql: Sql) => Promise<void>): Promise<void> {
  const sql = await openDatabase(databaseUrl, { connections: 1 });
  try {
    await step(sql);
  } finally {
    await sql.end({ timeout: 2 });
  }
}

async function grantOnSupabase(url: string, serviceRoleKey: string, email: string): Promise<void> {
  const { createClient } = await import('@supabase/supabase-js'); // imported here only: npm start does not need it
  const client = createClient(url, serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: nodeWebSocket },
    global: { fetch: (input, init) => fetch(input, { ...init, redirect: 'error' }) },
  });
  const perPage = 1000;
  for (let page = 1; ; page += 1) {
    const { data, error } = await client.auth.admin.listUsers({ page, perPage });
    if (error) throw new Error(`The Supabase project at ${url} refused: ${error.message}`);
    const account = data.users.find((user) => user.email?.toLowerCase() === email);
    if (account) {
      const { error: rejected } = await client.rpc('make_owner', { account: account.id });
      if (rejected) throw new Error(`The role could not be written: ${rejected.message}`);
      return;
    }
    if (data.users.length < perPage) throw new Error(noAccount(email));
  }
}

function noAccount(email: string): string {
  return `No account has the address ${email}. Sign up on the site first, then try again.`;
}
