import { createClient } from '@supabase/supabase-js';
import type { SupabaseClient } from '@supabase/supabase-js';
import { createHash } from 'node:crypto';
import { join, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MailMessage, SmsMessage } from '../adapters/message-adapters.ts';
import type { Backend, BackendOptions } from '../backend-options.ts';
import { defaultMigrationsFolder } from '../database/prepare-database.ts';
import { silentLogger } from '../logger.ts';
import { startBackend } from '../start-backend.ts';
import { tempFolder } from '../../supabase/tests/temp-folder.ts';
import { cloneDatabase, dropDatabase, ensureTemplate, sharedCluster } from '../../supabase/tests/test-cluster.ts';
import { nodeWebSocket } from '../realtime/node-web-socket.ts';

export const testMigrations = join(dirname(fileURLToPath(import.meta.url)), '..', 'tests', 'migrations');

export interface TestBackend {
  backend: Backend;
  /** Address of the backend, which is also the site's. */
  url: string;
  dataFolder: string;
  /** Every SMS and mail since the start, the newest last. */
  sms: SmsMessage[];
  mails: MailMessage[];
  /** A new client with its own session, as a browser tab has. */
  client(options?: { key?: string; heartbeatMs?: number }): SupabaseClient;
  stop(): Promise<void>;
}

/**
 * Starts a backend on a temporary folder, with the small schema of tests/migrations unless the options name another.
 * When test files share a Postgres server, it uses a clone there; with the caller's data folder, or without such a
 * server, it starts its own Postgres.
 */
export async function startTestBackend(options: Partial<BackendOptions> = {}): Promise<TestBackend> {
  const folder = tempFolder();
  const sms: SmsMessage[] = [];
  const mails: MailMessage[] = [];
  const dataFolder = options.dataFolder ?? join(folder.path, 'data');
  const { seed, migrationsFolder } = { seed: 'none', migrationsFolder: testMigrations, ...options } as const;
  const isOwn = options.dataFolder !== undefined || options.databaseUrl !== undefined;
  const clone = isOwn ? undefined : await cloneMigrated(seed, migrationsFolder ?? defaultMigrationsFolder);
  const backend = await startBackend({
    seed,
    migrationsFolder,
    databaseUrl: clone,
    logger: silentLogger,
    smsAdapter: { send: async (message) => void sms.push(message) },
    mailAdapter: { send: async (message) => void mails.push(message) },
    ...options,
    dataFolder,
  });
  const { url } = await backend.listen(0);
  const { client, disconnectAll } = openClients(url, backend.anonKey);
  return {
    backend,
    url,
    dataFolder,
    sms,
    mails,
    client,
    async stop() {
      await disconnectAll();
      await backend.close();
      if (clone) await dropDatabase(clone);
      folder.remove();
    },
  };
}

/** Clients of a backend as browser tabs have, each with its own session. */
export function openClients(
  url: string,
  anonKey: string,
): { client: TestBackend['client']; disconnectAll: () => Promise<unknown> } {
  const clients: SupabaseClient[] = [];
  return {
    client({ key = anonKey, heartbeatMs } = {}) {
      const client = createClient(url, key, {
        auth: { persistSession: false, autoRefreshToken: false },
        realtime: {
          transport: nodeWebSocket,
          ...(heartbeatMs === undefined ? {} : { heartbeatIntervalMs: heartbeatMs }),
        },
      });
      clients.push(client);
      return client;
    },
    disconnectAll: () => Promise.all(clients.filter((client) => client.getChannels().length > 0).map(disconnect)),
  };
}

/** @returns the address of a migrated and seeded database on the server that test files share, if there is one */
export async function cloneMigrated(
  seed: BackendOptions['seed'],
  migrationsFolder: string,
): Promise<string | undefined> {
  const cluster = sharedCluster();
  if (!cluster) return undefined;
  return cloneDatabase(cluster, await ensureMigrated(cluster, seed, migrationsFolder));
}

/** @returns the name of the template: the migrated one, to which the seed adds its rows */
async function ensureMigrated(
  cluster: string,
  seed: BackendOptions['seed'],
  migrationsFolder: string,
): Promise<string> {
  const name = `backend-${seed}-${createHash('sha256').update(migrationsFolder).digest('hex').slice(0, 8)}`;
  const from = seed === 'none' ? undefined : await ensureMigrated(cluster, 'none', migrationsFolder);
  const prepare = async (databaseUrl: string) => {
    const folder = tempFolder();
    const options = { seed, migrationsFolder, databaseUrl, dataFolder: folder.path, logger: silentLogger };
    await (await startBackend(options)).close();
    folder.remove();
  };
  await ensureTemplate(cluster, name, prepare, from);
  return name;
}

/** realtime-js leaves timers of ten seconds behind; they must not keep the test process alive. */
function disconnect(client: SupabaseClient): unknown {
  const { setTimeout: original } = globalThis;
  globalThis.setTimeout = Object.assign(
    (...values: Parameters<typeof original>) => original(...values).unref(),
    original,
  ) as typeof original;
  try {
    // Leaving ends a channel's own timer for joining again.
    for (const channel of client.getChannels()) void channel.unsubscribe();
    return client.realtime.disconnect();
  } finally {
    globalThis.setTimeout = original;
  }
}

/** Enters the code of the newest mail that confirms this address, which signs the client in. */
export function confirmMailbox(test: Pick<TestBackend, 'mails'>, client: SupabaseClient, email: string) {
  const mail = test.mails.findLast(({ to, kind }) => to === email && kind === 'confirm_address');
  return client.auth.verifyOtp({ email, token: mail?.code ?? '', type: 'signup' });
}

/** The same where the mails of the backend go elsewhere. */
async function confirmInDatabase(test: TestBackend, client: SupabaseClient, email: string, password: string) {
  await settleInDatabase(test.backend.sql, email);
  return client.auth.signInWithPassword({ email, password });
}

/** Confirms an address without its mail: the account gets the password of its only sign-up. */
export async function settleInDatabase(sql: Backend['sql'], email: string): Promise<void> {
  await sql`select backend.settle_sign_up(${email}, null)`;
  await sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
}

let people = 0;

/** Signs a new person up and returns their id and a client with their session. */
export async function signUp(
  test: TestBackend,
  options: { heartbeatMs?: number } = {},
): Promise<{ id: string; email: string; password: string; client: SupabaseClient }> {
  const client = test.client(options);
  const email = `person${(people += 1)}@example.in`;
  const password = 'correct horse';
  const signedUp = await client.auth.signUp({ email, password, options: { data: { full_name: 'Asha Patil' } } });
  const confirm = () =>
    test.mails.some(({ to }) => to === email)
      ? confirmMailbox(test, client, email)
      : confirmInDatabase(test, client, email, password);
  const { data, error } = signedUp.error ? signedUp : await confirm();
  if (error || !data.user) throw new Error(`Sign-up failed: ${error?.message ?? 'no user'}`);
  return { id: data.user.id, email, password, client };
}
