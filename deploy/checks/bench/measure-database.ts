import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { startBarePostgres } from '../../backend/testing/bare-postgres.ts';
import { callShop, shopRequest, startShopProcess } from '../../backend/testing/shop-process.ts';
import type { ShopProcess } from '../../backend/testing/shop-process.ts';
import { startScript } from '../../backend/testing/child-script.ts';
import { tempFolder } from '../../supabase/tests/temp-folder.ts';
import { explainNested } from './explain-nested.ts';

/** Warm-up calls to each process: Node is half as fast until it has compiled the hot functions. */
const warmUp = 1000;
/** Limit of the 95th percentile of list_slots, in milliseconds. */
const slotsGoal = 20;
/**
 * Calls per second of a bare prototype on 2 cores of another machine: one process with 16 clients, four with 64. Reads of
 * one row by its key through unmodified lite, measured in the same run, convert them to this machine.
 */
const prototype = { one: { reads: 871, bookings: 348 }, four: { reads: 778, bookings: 277 } };

/** Calls per second. */
type Yardstick = Record<'reads' | 'bookings', number>;

const million = 1_000_000;

/**
 * Measures Postgres with a million bookings: the time of list_slots and create_booking inside the database, the plans
 * of their queries, and how many reads and bookings per second one and four processes answer over HTTP. The same run
 * measures unmodified lite on the same database, with a function that only counts and inserts, to convert the
 * prototype's figures to this machine.
 * @param options.operand another number of bookings, e.g. 20000: then only the database is measured, as a smoke test
 */
export async function measure({ operand: wanted = String(million) }: { operand?: string } = {}): Promise<void> {
  const bookings = Number(wanted);
  if (!Number.isInteger(bookings) || bookings < 1) throw new Error(`${wanted} is not a number of bookings.`);
  const folder = tempFolder();
  const server = await startBarePostgres({ max_connections: '100' });
  const shops: ShopProcess[] = [];
  try {
    const { databaseUrl, sql } = await server.createDatabase('million');
    shops.push(await startShopProcess(folder.path, databaseUrl));
    say(
      'load of the machine before',
      loadavg()
        .map((load) => load.toFixed(1))
        .join(' '),
    );
    await fill(sql, bookings);
    await measureSlots(sql);
    await showPlan(sql);
    await measureBookings(sql);
    await showBookingPlans(sql, databaseUrl);
    if (bookings < million) return;
    const bareReads = await measureBareStack(sql, folder.path, databaseUrl, 16);
    const here = ({ reads, bookings }: Yardstick): Yardstick => {
      const speed = bareReads / prototype.one.reads;
      return { reads: reads * speed, bookings: bookings * speed };
    };
    await measureHttp(shops.slice(0, 1), 16, here(prototype.one));
    for (let more = 0; more < 3; more += 1) shops.push(await startShopProcess(folder.path, databaseUrl));
    await measureHttp(shops, 64, here(prototype.four));
    say(
      'load of the machine after',
      loadavg()
        .map((load) => load.toFixed(1))
        .join(' '),
    );
  } finally {
    await Promise.all(shops.map((shop) => shop.end('SIGTERM')));
    await server.stop();
    folder.remove();
  }
}

async function fill(sql: Sql, bookings: number): Promise<void> {
  const began = performance.now();
  const connection = await sql.reserve();
  await connection`select set_config('twostroke.bookings', ${String(bookings)}, false)`;
  await connection.unsafe(await readFile(join(import.meta.dirname, 'sql/million-bookings.sql'), 'utf8')).simple();
  await connection.unsafe('vacuum analyze').simple();
  connection.release();
  const [row] = await sql<{ bookings: number; size: string }[]>`
    select count(*)::int as bookings, pg_size_pretty(pg_database_size(current_database())) as size
    from public.service_bookings`;
  say('bookings', `${row?.bookings}, ${row?.size}, made in ${seconds(performance.now() - began)}`);
}

async function measureSlots(sql: Sql): Promise<void> {
  const items = JSON.stringify([{ id: 'oil-change', quantity: 1 }]);
  const times = await repeat(
    200,
    () => sql`
    select public.list_slots(
      'workshop', null, 30, ${items}::text::jsonb, 'royal-enfield/classic-350'
    )`,
  );
  say('list_slots for 30 days, in the database', `${spread(times)} (goal: p95 ${slotsGoal} ms)`);
}

async function measureBookings(sql: Sql): Promise<void> {
  const windows = await freeWindows(sql);
  let index = 500_000_000;
  const times = await repeat(300, () => {
    index += 1;
    return sql`select public.create_booking(${sql.json(requestFor(index, windows))})`;
  });
  say('create_booking, in the database', spread(times));
}

/** The query that counts taken places, as private.slots runs it. */
async function showPlan(sql: Sql): Promise<void> {
  const [row] = await sql<{ body: string; args: string[] }[]>`
    select prosrc as body, proargnames as args from pg_proc where proname = 'slots' and pronamespace = 'private'::regnamespace`;
  if (!row) throw new Error('There is no private.slots.');
  const values: Record<string, string> = {
    mode: `'workshop'::public.service_mode`,
    from_date: 'private.today()',
    to_date: 'private.last_bookable_day()',
    windows: '1',
    next_day: 'false',
    own: 'null::uuid',
    as_of: 'null::timestamptz',
  };
  const query = row.body
    .slice(row.body.indexOf('with clock'), row.body.lastIndexOf(';\nend;'))
    .replace(/\bslots\.(\w+)/g, (found, name: string) => values[name] ?? found);
  const plan = await sql.unsafe<{ 'QUERY PLAN': string }[]>(`explain (analyze, buffers, costs off) ${query}`);
  console.log(plan.map((line) => `    ${line['QUERY PLAN']}`).join('\n'));
}

/** The plans of what create_booking runs on growing tables, including those inside its functions and triggers. */
async function showBookingPlans(sql: Sql, databaseUrl: string): Promise<void> {
  const windows = await freeWindows(sql);
  const request = requestFor(550_000_000, windows);
  const plans = await explainNested(databaseUrl, (tx) => tx`select public.create_booking(${tx.json(request)})`);
  const growing =
    /\b(Scan|Insert|Update|Delete)\b.* on (service_bookings|booking_\w+|slot_holds|manage_tokens|message_outbox)\b/;
  const shown = plans.filter(({ plan }) => growing.test(plan));
  say(
    'create_booking runs',
    `${plans.length} statements, ${shown.length} of them on tables that grow with the bookings:`,
  );
  for (const { ms, query, plan } of shown) {
    console.log(`  ${ms.toFixed(2)} ms  ${query.length > 160 ? `${query.slice(0, 160)}…` : query}`);
    console.log(plan.replaceAll(/^/gm, '    '));
  }
}

async function measureBareStack(sql: Sql, folder: string, databaseUrl: string, parallel: number): Promise<number> {
  await sql.unsafe(await readFile(join(import.meta.dirname, 'sql/bare-bookings.sql'), 'utf8')).simple();
  const { child, firstLine, ended } = await startScript('../../checks/bench/run-bare-stack.ts', folder, databaseUrl);
  try {
    const bare = JSON.parse(firstLine) as Server;
    const book = async (index: number): Promise<void> => {
      const args = { place: index % 84, name: 'Asha Kulkarni', phone: `9${String(index).padStart(9, '0')}` };
      const { status } = await callShop(bare, 'bare_booking', args);
      if (status !== 200) throw new Error(`A bare booking answered ${status}.`);
    };
    const who = `unmodified lite, 1 process, ${parallel} concurrent calls`;
    await flood(() => readModel(bare), warmUp, parallel);
    const reads = await flood(() => readModel(bare), 3000, parallel);
    report(`reads, ${who}`, reads);
    await flood(book, warmUp, parallel);
    report(`bare bookings, ${who}`, await flood(book, 1000, parallel));
    return reads.perSecond;
  } finally {
    child.kill();
    await ended;
  }
}

type Server = Pick<ShopProcess, 'url' | 'anonKey'>;

async function readModel({ url, anonKey }: Server): Promise<void> {
  const address = `${url}/rest/v1/models?select=id,name,engine_cc&id=eq.royal-enfield/classic-350`;
  const answer = await fetch(address, { headers: { apikey: anonKey } });
  if (((await answer.json()) as unknown[]).length !== 1) throw new Error(`A read answered ${answer.status}.`);
}

async function measureHttp(shops: ShopProcess[], parallel: number, yardstick: Yardstick): Promise<void> {
  const who = `${shops.length} ${shops.length === 1 ? 'process' : 'processes'}, ${parallel} at once`;
  const pick = (index: number): ShopProcess => shops[index % shops.length] ?? shops[0]!;
  const read = (index: number): Promise<void> => readModel(pick(index));
  const slots = async (index: number): Promise<void> => {
    const { status } = await callShop(pick(index), 'list_slots', { mode: 'workshop', days: 30 });
    if (status !== 200) throw new Error(`list_slots answered ${status}.`);
  };
  const { body } = await callShop(pick(0), 'list_slots', { mode: 'workshop', days: 30 });
  const windows = (body['days'] as { date: string; windows: { start: string; free: number }[] }[])
    .flatMap(({ date, windows: all }) => all.filter(({ free }) => free > 0).map(({ start }) => ({ date, start })))
    .sort(dayByDay);
  booked += 10_000;
  const first = booked;
  const book = async (index: number): Promise<void> => {
    const { status, body: rejection } = await callShop(pick(index), 'create_booking', {
      request: requestFor(600_000_000 + first + index, windows),
    });
    if (status !== 200) throw new Error(`create_booking answered ${status}: ${JSON.stringify(rejection)}`);
  };
  const uncounted = warmUp * shops.length;
  await flood(read, uncounted, parallel);
  report(`reads, ${who}`, await flood(read, 5000, parallel), yardstick.reads);
  await flood(slots, 50, parallel);
  report(`list_slots, ${who}`, await flood(slots, 600, parallel));
  await flood(book, uncounted, parallel);
  report(`bookings, ${who}`, await flood((index) => book(index + uncounted), 1000, parallel), yardstick.bookings);
}

let booked = 0;

/** Spreads the bookings over all days, as in a shop: bookings of one day wait for each other. */
const dayByDay = (a: Window, b: Window): number => a.start.localeCompare(b.start) || a.date.localeCompare(b.date);

interface Window {
  date: string;
  start: string;
}

function requestFor(index: number, windows: Window[]) {
  const window = windows[index % windows.length];
  if (!window) throw new Error('No window is free.');
  return shopRequest(index, window);
}

function freeWindows(sql: Sql): Promise<{ date: string; start: string }[]> {
  return sql<{ date: string; start: string }[]>`
    select day::text as date, to_char(starts, 'HH24:MI') as start
    from private.slots('workshop', private.today() + 1, private.last_bookable_day(), 1, false) where free > 0`;
}

async function repeat(count: number, work: () => PromiseLike<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = -20; round < count; round += 1) {
    const began = performance.now();
    await work();
    if (round >= 0) times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b);
}

interface Flood {
  perSecond: number;
  times: number[];
}

async function flood(work: (index: number) => Promise<void>, count: number, parallel: number): Promise<Flood> {
  const times: number[] = [];
  let next = 0;
  const began = performance.now();
  const worker = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const start = performance.now();
      await work(index);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return { perSecond: (count * 1000) / (performance.now() - began), times: times.sort((a, b) => a - b) };
}

function report(what: string, { perSecond, times }: Flood, ofPrototype?: number): void {
  const goal = ofPrototype ? ` (the prototype on this machine: ${Math.round(ofPrototype)} per second)` : '';
  say(what, `${Math.round(perSecond)} a second, ${spread(times)}${goal}`);
}

function spread(times: number[]): string {
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(0)} s`;

function say(what: string, figure: string): void {
  console.log(`${what}: ${figure}`);
}
