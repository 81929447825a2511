import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { defaultLimits } from '../../backend/backend-limits.ts';
import { restError } from '../../backend/http/answers.ts';
import { clientAddress } from '../../backend/http/client-address.ts';
import { countedCalls } from '../../backend/http/front.ts';
import { createSiteKey, SITE_KEY_HEADER } from '../../backend/http/site-key.ts';
import { mondayMorning } from './booking-request.ts';
import { become, openDatabase, refused } from './open-database.ts';
import type { Actor, DbError, Json, TestDatabase } from './open-database.ts';

/*
 * What PostgREST does on Supabase before each request, done here by hand: it sets the request and its role, reads only
 * for GET and for functions that are stable, and calls guard.before_request().
 */
let db: TestDatabase;
before(async () => {
  db = await openDatabase();
  await db.sql`create role authenticator`;
  await db.sql.unsafe(await readFile(join(import.meta.dirname, '../count-addresses.sql'), 'utf8'));
});
beforeEach(() => db.sql`delete from private.call_counts`.then(() => undefined));
after(() => db.close());

interface Asked {
  path?: string;
  method?: string;
  headers?: Json;
  as?: Actor;
  at?: string;
  /** What happens in the same transaction afterwards. */
  then?: string;
}

async function ask({ path = '/rpc/hold_slot', method = 'POST', headers, as = 'anon', at, then }: Asked): Promise<void> {
  const name = path.split('/').at(-1) ?? '';
  const [found] = await db.sql`select 1 from pg_proc where proname = ${name} and provolatile = 'v'`;
  const mode = method === 'POST' && found ? 'read write' : 'read only';
  await db.sql.begin(mode, async (tx) => {
    await become(tx, { as, at: at ?? mondayMorning });
    const set = (key: string, value: string) => tx`select set_config(${key}, ${value}, true)`;
    await set('request.method', method);
    await set('request.path', path);
    await set('request.headers', JSON.stringify(headers ?? { 'cf-connecting-ip': '203.0.113.7' }));
    await tx`select guard.before_request()`;
    if (then) await tx.unsafe(then);
  });
}

async function times(count: number, asked: Asked): Promise<void> {
  for (let i = 0; i < count; i += 1) await ask(asked);
}

/** Sets how often a rule lets somebody call; the figures themselves are compared below. */
async function allow(name: string, most: number): Promise<void> {
  await db.sql`update private.call_limits set most = ${most} where name = ${name}`;
}

/** What PostgREST makes of an error of the SQLSTATE PGRST. */
function answerOf({ code, message, detail }: DbError): { status: number; headers: Json; body: Json } {
  assert.equal(code, 'PGRST');
  const { status, headers } = JSON.parse(detail ?? '') as { status: number; headers: Json };
  return { status, headers, body: JSON.parse(message) as Json };
}

test('the figures are those of the embedded backend', async () => {
  const rows = await db.sql<{ name: string; calls: string[]; most: number; per_seconds: number }[]>`
    select name, calls, most, per_seconds from private.call_limits`;
  const ours = Object.entries(countedCalls).map(([name, paths]) => {
    const { max, perSeconds } = defaultLimits[name as keyof typeof countedCalls];
    const functions = [...paths].filter((path) => path.startsWith('/rest/v1/rpc/'));
    return {
      name: name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      calls: functions.map((path) => path.replace('/rest/v1/rpc/', '')).sort(),
      most: max,
      per_seconds: perSeconds,
    };
  });
  const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);
  assert.deepEqual(rows.map((row) => ({ ...row, calls: [...row.calls].sort() })).sort(byName), ours.sort(byName));
});

test('one address too many times: 429 with Retry-After and the body of the embedded front, until the time is over', async () => {
  await allow('visitor_writes_per_address', 3);
  await times(3, {});
  const { status, headers, body } = answerOf(await refused(ask({ at: '2026-11-23T08:04:00+05:30' })));
  assert.deepEqual([status, headers], [429, { 'Retry-After': '360' }]);
  const front = restError(429, 'Too many requests. Try again in 360 seconds.', 'too_many_requests', 360);
  assert.deepEqual(body, await front.json());
  assert.equal(front.headers.get('retry-after'), headers['Retry-After']);
  // Other addresses, and other kinds of calls, are counted for themselves.
  await ask({ headers: { 'cf-connecting-ip': '203.0.113.8' } });
  await ask({ path: '/rpc/quote' });
  assert.equal(answerOf(await refused(ask({ path: '/rpc/create_booking' }))).status, 429);
  await ask({ at: '2026-11-23T08:10:00+05:30' });
});

test('quotes of a user are counted wherever he is, those of visitors by address only', async () => {
  await allow('prices_per_user', 2);
  const user = await db.addUser('asha@example.com');
  const from = (last: number, as: Actor): Asked => ({
    path: 'rpc/quote',
    as,
    headers: { 'cf-connecting-ip': `203.0.113.${last}` },
  });
  await ask(from(1, { user }));
  await ask(from(2, { user }));
  assert.equal(answerOf(await refused(ask(from(3, { user })))).status, 429);
  await times(3, from(4, 'anon'));
});

test('the address is what Cloudflare saw: lists that a client writes himself count for nothing', async () => {
  await allow('visitor_writes_per_address', 2);
  const forged = [
    { 'x-forwarded-for': '10.0.0.1' },
    { 'x-forwarded-for': '10.0.0.2, 10.0.0.3', 'x-real-ip': '10.0.0.4' },
    { forwarded: 'for=10.0.0.5', 'true-client-ip': '10.0.0.6' },
  ];
  const refusals: number[] = [];
  for (const more of forged) {
    const asked = ask({ headers: { 'cf-connecting-ip': '203.0.113.9', ...more } });
    refusals.push(await asked.then(() => 200).catch((error: DbError) => answerOf(error).status));
  }
  assert.deepEqual(refusals, [200, 200, 429]);
  const kept = await db.sql<{ caller: string }[]>`select caller from private.call_counts`;
  assert.deepEqual([...kept], [{ caller: '203.0.113.9' }]);
});

test('behind another proxy of ours the last entry counts, and an address is read as the embedded front reads it', async () => {
  const lists = [
    '198.51.100.1',
    'forged, 10.0.0.1,  198.51.100.1 ',
    '198.51.100.1:50123',
    '::ffff:198.51.100.1',
    '198.51.100.1, _hidden',
    '999.1.1.1',
    '198.51.100.0/24',
    '',
    '10.0.0.1',
    '2001:db8:1:2:aaaa:bbbb:cccc:dddd',
    '10.0.0.1, 2001:0DB8:0001:0002:0:0:0:9',
    '[2001:db8:1:2::5]:50123',
    '2001:db8:1:2::192.0.2.1',
    '2001:db8:1:3::1',
    'fe80::1%eth0',
    "198.51.100.1'); drop table public.service_bookings; --",
  ];
  await db.sql`insert into private.settings values ('address_header', 'x-forwarded-for')`;
  const here: (string | undefined)[] = [];
  for (const list of lists) {
    const [row] = await db.sql<{ address: string | null }[]>`
      select private.caller_address(${JSON.stringify({ 'x-forwarded-for': list })}::text::jsonb) as address`;
    here.push(row?.address ?? 'none');
  }
  await db.sql`delete from private.settings where name = 'address_header'`;
  const front = lists.map((list) => {
    const request = { headers: { 'x-forwarded-for': list }, socket: {} } as unknown as IncomingMessage;
    return clientAddress(request, true);
  });
  // The texts differ (2001:db8:1:2::/64 has two spellings): what counts is who is taken for one.
  const groups = (addresses: (string | undefined)[]) => addresses.map((address) => addresses.indexOf(address));
  assert.deepEqual(groups(here), groups(front));
});

test('a request without an address is let through and counted for nobody', async () => {
  await allow('visitor_writes_per_address', 1);
  await times(3, { headers: {} });
  await times(3, { headers: { 'cf-connecting-ip': 'nonsense' } });
  assert.equal((await db.sql`select 1 from private.call_counts`).length, 0);
});

test('the server that renders the pages is known by its key: what it reads is not counted, and nobody else is it', async () => {
  await db.sql`update private.call_limits set most = 1`;
  const key = createSiteKey();
  const server = (given: string) => ({ 'cf-connecting-ip': '203.0.113.7', [SITE_KEY_HEADER]: given });
  const many = (path: string, given: string) => refused(times(2, { path, headers: server(given) }));
  // No key in the database: no request is the site's, whatever it says.
  for (const given of ['', key]) assert.equal(answerOf(await many('/rpc/quote', given)).status, 429);
  await db.sql`insert into private.settings values ('site_key', ${key})`;
  await times(5, { path: '/rpc/quote', headers: server(key) });
  await times(5, { path: '/rpc/list_slots', headers: server(key) });
  for (const given of ['', 'guess', key.slice(1)])
    assert.equal(answerOf(await many('/rpc/list_slots', given)).status, 429);
  assert.equal(answerOf(await many('/rpc/hold_slot', key)).status, 429, 'what is written is counted');
  const user = await db.addUser('ravi@example.com');
  const asUser = times(2, { path: '/rpc/quote', headers: server(key), as: { user } });
  assert.equal(answerOf(await refused(asUser)).status, 429, 'the site is nobody who has signed in');
  await db.sql`delete from private.settings where name = 'site_key'`;
});

test('another spelling, or asking by GET, is no way round', async () => {
  const spellings = ['/rpc/hold%5Fslot', '/%72pc/hold_slot', '/rpc//hold_slot', '/rpc/hold_slot/', '/rpc/HOLD_SLOT'];
  for (const path of spellings) assert.equal((await refused(ask({ path }))).code, 'PT404', path);
  for (const method of ['GET', 'HEAD'])
    assert.equal((await refused(ask({ method, path: '/rpc/quote' }))).code, 'PT405', method);
});

test('reads, what nobody counts, and scripts with the service role go through', async () => {
  await db.sql`update private.call_limits set most = 1`;
  await times(3, { method: 'GET', path: '/models' });
  await times(3, { path: '/rpc/get_booking' });
  await times(3, { path: '/' });
  await db.sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', '{"role": "service_role"}', true),
      set_config('request.path', '/rpc/hold_slot', true), set_config('request.method', 'POST', true),
      set_config('request.headers', '{"cf-connecting-ip": "203.0.113.7"}', true)`;
    await tx`set local role service_role`;
    for (let i = 0; i < 3; i += 1) await tx`select guard.before_request()`;
  });
});

test('while quote is stable it is answered uncounted, never with an error', async () => {
  await allow('prices_per_address', 1);
  const quote = 'public.quote(jsonb, text, text, text, text, text, text, text)';
  await db.sql.unsafe(`alter function ${quote} stable`);
  await times(3, { path: '/rpc/quote' });
  await db.sql.unsafe(`alter function ${quote} volatile`);
  await ask({ path: '/rpc/quote' });
  assert.equal(answerOf(await refused(ask({ path: '/rpc/quote' }))).status, 429);
});

test('calls at once are counted one by one; old counts are cleared away', async () => {
  await allow('visitor_writes_per_address', 5);
  const answers = await Promise.allSettled(Array.from({ length: 12 }, () => ask({})));
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 5);
  await ask({ headers: { 'cf-connecting-ip': '203.0.113.10' }, at: '2026-11-23T10:00:00+05:30' });
  const kept = await db.sql<{ caller: string }[]>`select caller from private.call_counts`;
  assert.deepEqual([...kept], [{ caller: '203.0.113.10' }]);
});

test('no request can reach the counts, and the switch is where PostgREST looks for it', async () => {
  for (const role of ['anon', 'authenticated', 'service_role']) {
    const work = db.sql.begin(async (tx) => {
      await tx.unsafe(`set local role ${role}`);
      await tx`select count(*) from private.call_counts`;
    });
    assert.equal((await refused(work)).code, '42501', role);
  }
  const [row] = await db.sql<{ settings: string[] }[]>`
    select setconfig as settings from pg_db_role_setting where setrole = 'authenticator'::regrole`;
  assert.deepEqual(row?.settings, ['pgrst.db_pre_request=guard.before_request']);
});
