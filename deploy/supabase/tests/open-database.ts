import postgres from 'postgres';
import { cloneDatabase, dropDatabase, sharedCluster } from './test-cluster.ts';
import { seedDatabase } from '../seed/seed-database.ts';
import { checkAnswer, checkRejection } from './check-rejection.ts';
import { seededTemplate, startPostgres } from './start-postgres.ts';
import type { TestPostgres } from './start-postgres.ts';

/** Who sends a request: a visitor who is signed out, or a user by id, with further claims of the token. */
export type Actor = 'anon' | { user: string; claims?: JsonObject };

/** The actor (default: the owner of the database), the instant and the network address of a piece of work. */
export interface CallContext {
  as?: Actor;
  address?: string;
  /** ISO instant that the rules treat as now, e.g. `2026-11-23T08:00:00+05:30`. */
  at?: string;
}

export type Tx = postgres.TransactionSql;
export type JsonObject = Record<string, unknown>;

/** A domain error as Postgres reports it: `code` PT422, `hint` the machine code, `detail` JSON. */
export type DbError = postgres.PostgresError;

class Undo extends Error {}

export interface TestDatabase {
  server: Pick<TestPostgres, 'url' | 'stop'>;
  sql: postgres.Sql;
  /** Runs work in a transaction under the given role, claims and clock, and commits. */
  keep<T>(how: CallContext, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same, but rolls back. */
  undo<T>(how: CallContext, work: (tx: Tx) => Promise<T>): Promise<T>;
  addUser(email: string, metadata?: JsonObject): Promise<string>;
  close(): Promise<void>;
}

/** Changes role, claims and clock for the rest of a transaction, in one round trip: every call of a test needs it. */
export async function setActor(tx: Tx, how: CallContext): Promise<void> {
  const settings: [name: string, value: string][] = [['role', 'none']];
  if (how.at !== undefined) settings.push(['twostroke.now', how.at]);
  if (how.address !== undefined)
    settings.push(['request.headers', JSON.stringify({ 'cf-connecting-ip': how.address })]);
  if (how.as !== undefined) {
    // A user has just signed in, unless the claims say when.
    const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }];
    const claims =
      how.as === 'anon' ? { role: 'anon' } : { amr, ...how.as.claims, role: 'authenticated', sub: how.as.user };
    settings.push(['request.jwt.claims', JSON.stringify(claims)], ['role', claims.role]);
  }
  const [names, values] = [0, 1].map((column) => settings.map((setting) => setting[column]!));
  await tx`
    select set_config(name, value, true) from unnest(${names!}::text[], ${values!}::text[]) as setting (name, value)`;
}

/** Arguments that take what remains of a call; PostgREST passes them as one array. */
const variadic = new Set(['duties']);

/** Calls a function of the API by named arguments, as PostgREST does. */
export async function rpc(tx: postgres.Sql | Tx, name: string, args: JsonObject): Promise<JsonObject> {
  const names = Object.keys(args);
  const list = names.map((arg, index) => {
    const type = typeof args[arg] === 'object' && args[arg] !== null && !isArray(args[arg]) ? '::text::jsonb' : '';
    return `${variadic.has(arg) ? 'variadic ' : ''}${arg} => $${index + 1}${type}`;
  });
  const values = names.map((arg) => {
    const value = args[arg];
    if (isArray(value)) return `{${value.join(',')}}`;
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as string | number | null);
  });
  const call = `select public.${name}(${list.join(', ')}) as result`;
  const [row] = await tx.unsafe<{ result: JsonObject }[]>(call, values).catch((error: unknown) => {
    if (error instanceof postgres.PostgresError && /^PT4/.test(error.code)) checkRejection(name, error);
    throw error;
  });
  if (row === undefined) throw new Error(`${name} returned nothing`);
  checkAnswer(name, row.result);
  return row.result;
}

/** Arguments that are a Postgres array instead of json: lists of numbers, and of versions. */
function isArray(value: unknown): value is (number | string)[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => /^(number|string)$/.test(typeof each));
}

/** The error of work that must fail. */
export async function rejected(work: Promise<unknown>): Promise<DbError> {
  const result = await work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in result && result.error instanceof postgres.PostgresError) return result.error;
  if ('error' in result) throw result.error;
  throw new Error(`Expected a rejection, got ${JSON.stringify(result.value)}`);
}

/** Code and hint of work that must be rejected, e.g. `PT409 not_ticked`. */
export async function rejectionOf(work: Promise<unknown>): Promise<string> {
  const { code, hint } = await rejected(work);
  return `${code} ${hint}`;
}

/**
 * A migrated and seeded database whose clock tests may set: a clone on the server that all files share, or, when one
 * file runs alone, on a server of its own.
 */
export async function openDatabase(options: { demo?: boolean; connections?: number } = {}): Promise<TestDatabase> {
  const demo = options.demo ?? true;
  const cluster = sharedCluster();
  const server = cluster && demo ? await cloneSeeded(cluster) : await startSeeded(demo);
  const sql = postgres(server.url('test'), { max: options.connections ?? 1, onnotice: () => undefined });
  const sessions = lastUsedSessions(server.url('test'), options.connections ?? 4);
  await sql`insert into private.settings (name, value) values ('clock_override', 'on')`;
  // Most tests book all they need for one number. Those of the limits set the figures back.
  await sql`
    update private.limits set max_value = 10000
    where name in ('open_bookings', 'bookings_a_day', 'unproven_places_percent')`;

  const keep: TestDatabase['keep'] = async (how, work) => {
    let result: Awaited<ReturnType<typeof work>> | undefined;
    await sessions.use((session) =>
      session.begin(async (tx) => {
        await setActor(tx, how);
        result = await work(tx);
      }),
    );
    return result as Awaited<ReturnType<typeof work>>;
  };
  return {
    server,
    sql,
    keep,
    async undo(how, work) {
      let result: Awaited<ReturnType<typeof work>> | undefined;
      await keep(how, async (tx) => {
        result = await work(tx);
        throw new Undo();
      }).catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error;
      });
      return result as Awaited<ReturnType<typeof work>>;
    },
    async addUser(email, metadata = {}) {
      const [user] = await sql<{ id: string }[]>`
        insert into auth.users (email, raw_user_meta_data)
        values (${email}, ${JSON.stringify(metadata)}::text::jsonb) returning id`;
      if (user === undefined) throw new Error('No user');
      return user.id;
    },
    async close() {
      await Promise.all([sql.end(), sessions.end()]);
      await server.stop();
    },
  };
}

/**
 * Sessions for transactions, each opened when all before it are busy. The one that was used last comes first, as each
 * session compiles and plans every function that it calls: postgres.js would take the one that has waited longest.
 */
function lastUsedSessions(address: string, max: number): Sessions {
  const all: postgres.Sql[] = [];
  const idle: postgres.Sql[] = [];
  let turn = 0;
  const open = (): postgres.Sql => {
    // When all are busy, work waits in one of them.
    if (all.length === max) return all[(turn += 1) % max]!;
    const session = postgres(address, { max: 1, onnotice: () => undefined });
    all.push(session);
    return session;
  };
  return {
    async use(work) {
      const session = idle.pop() ?? open();
      await work(session).finally(() => {
        if (!idle.includes(session)) idle.push(session);
      });
    },
    async end() {
      await Promise.all(all.map((session) => session.end()));
    },
  };
}

interface Sessions {
  use(work: (session: postgres.Sql) => Promise<unknown>): Promise<void>;
  end(): Promise<void>;
}

async function cloneSeeded(cluster: string): Promise<TestDatabase['server']> {
  const address = await cloneDatabase(cluster, seededTemplate);
  return { url: () => address, stop: () => dropDatabase(address) };
}

async function startSeeded(demo: boolean): Promise<TestDatabase['server']> {
  const server = await startPostgres();
  await server.createMigrated('test');
  const sql = postgres(server.url('test'), { max: 1, onnotice: () => undefined });
  await seedDatabase(sql, { demo });
  await sql.end();
  return server;
}
