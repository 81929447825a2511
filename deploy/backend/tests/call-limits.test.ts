import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { restError } from '../gateway/answers.ts';
import { clientAddress } from '../gateway/client-address.ts';
import { readCallLimits } from '../gateway/call-limits.ts';
import { createSiteKey, SITE_KEY_HEADER } from '../gateway/site-key.ts';
import { mondayMorning } from '../../supabase/tests/booking-request.ts';
import { setActor, openDatabase, rejected } from '../../supabase/tests/open-database.ts';
import type { Actor, DbError, JsonObject, TestDatabase } from '../../supabase/tests/open-database.ts';

/*
 * Does what PostgREST does on Supabase before each request: sets the request and its role, makes the transaction
 * read-only for GET and for stable functions, and calls guard.before_request().
 */
let db: TestDatabase;
before(async () => {
  db = await openDatabase();
  await db.sql`insert into private.settings values ('count_calls', 'on')`;
});
beforeEach(() => db.sql`delete from private.call_counts`.then(() => undefined));
after(() => db.close());

interface Asked {
  path?: string;
  method?: string;
  headers?: JsonObject;
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
    await setActor(tx, { as, at: at ?? mondayMorning });
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

/** Sets how often a rule allows a call. */
async function allow(name: string, max: number): Promise<void> {
  await db.sql`update private.call_limits set max_value = ${max} where name = ${name}`;
}

/** What PostgREST makes of an error of the SQLSTATE PGRST. */
function answerOf({ code, message, detail }: DbError): { status: number; headers: JsonObject; body: JsonObject } {
  assert.equal(code, 'PGRST');
  const { status, headers } = JSON.parse(detail ?? '') as { status: number; headers: JsonObject };
  return { status, headers, body: JSON.parse(message) as JsonObject };
}

test('the gateway of the embedded backend follows the same rules', async () => {
  await db.sql`update private.call_limits set max_value = 7, per_seconds = 9 where name = 'prices_per_user'`;
  const rules = await readCallLimits(db.sql, { prices_per_address: { max: 1, perSeconds: 2 } });
  await db.sql`update private.call_limits set max_value = 240, per_seconds = 60 where name = 'prices_per_user'`;
  const prices = new Set(['/rest/v1/rpc/quote', '/rest/v1/rpc/list_slots']);
  const ofUser = { name: 'prices_per_user', paths: prices, countedBy: 'user', countsSite: true };
  const ofAddress = { name: 'prices_per_address', paths: prices, countedBy: 'address', countsSite: false };
  assert.deepEqual(
    rules.filter(({ name }) => name.startsWith('prices')),
    [
      { ...ofAddress, max: 1, perSeconds: 2 },
      { ...ofUser, max: 7, perSeconds: 9 },
    ],
  );
  const writes = rules.find(({ name }) => name === 'visitor_writes_per_address');
  assert.ok(writes?.paths.has('/rest/v1/rpc/start_payment') && writes.paths.has('/payments/v1/orders'));
});

test('every counted function is volatile: PostgREST runs others read-only, so their calls could not be counted', async () => {
  const rows = await db.sql<{ call: string; volatile: boolean | null }[]>`
    select distinct c.call, p.provolatile = 'v' as volatile
    from private.call_limits l cross join unnest(l.calls) as c (call)
    left join pg_proc p on p.proname = c.call and p.pronamespace = 'public'::regnamespace`;
  assert.ok(rows.length >= 8);
  assert.deepEqual(
    rows.filter(({ volatile }) => !volatile).map(({ call }) => call),
    [],
  );
});

test('counts calls only while the setting is on', async () => {
  await allow('visitor_writes_per_address', 1);
  await db.sql`delete from private.settings where name = 'count_calls'`;
  await times(3, {});
  assert.equal((await db.sql`select 1 from private.call_counts`).length, 0);
  await db.sql`insert into private.settings values ('count_calls', 'off')`;
  await times(3, {});
  await db.sql`update private.settings set value = 'on' where name = 'count_calls'`;
  await ask({});
  assert.equal(answerOf(await rejected(ask({}))).status, 429);
});

test('an address over its limit gets 429 with Retry-After and the body of the embedded gateway, until the window ends', async () => {
  await allow('visitor_writes_per_address', 3);
  await times(3, {});
  const { status, headers, body } = answerOf(await rejected(ask({ at: '2026-11-23T08:04:00+05:30' })));
  assert.deepEqual([status, headers], [429, { 'Retry-After': '360' }]);
  const front = restError(429, 'Too many requests. Try again in 360 seconds.', 'too_many_requests', 360);
  assert.deepEqual(body, await front.json());
  assert.equal(front.headers.get('retry-after'), headers['Retry-After']);
  // Other addresses, and other kinds of calls, are counted separately.
  await ask({ headers: { 'cf-connecting-ip': '203.0.113.8' } });
  await ask({ path: '/rpc/quote' });
  assert.equal(answerOf(await rejected(ask({ path: '/rpc/create_booking' }))).status, 429);
  await ask({ at: '2026-11-23T08:10:00+05:30' });
});

test('strangers who use up an address do not stop who is signed in there', async () => {
  await allow('visitor_writes_per_address', 1);
  await ask({});
  assert.equal(answerOf(await rejected(ask({}))).status, 429);
  const user = await db.addUser('neighbour@example.com');
  await ask({ as: { user } });
  assert.equal(answerOf(await rejected(ask({ as: { user } }))).status, 429, 'with a count of their own');
});

test('quotes of a user are counted across addresses, those of visitors by address only', async () => {
  await allow('prices_per_user', 2);
  const user = await db.addUser('asha@example.com');
  const from = (last: number, as: Actor): Asked => ({
    path: 'rpc/quote',
    as,
    headers: { 'cf-connecting-ip': `203.0.113.${last}` },
  });
  await ask(from(1, { user }));
  await ask(from(2, { user }));
  assert.equal(answerOf(await rejected(ask(from(3, { user })))).status, 429);
  await times(3, from(4, 'anon'));
});

test('the address is the one that Cloudflare saw: address lists written by a client are ignored', async () => {
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

test('behind another proxy of ours the last entry counts, and addresses are parsed as by the embedded gateway', async () => {
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
    const request = { headers: { 'x-forwarded-for': list }, socket: { remoteAddress: undefined } };
    return clientAddress(request, true);
  });
  // The texts differ (2001:db8:1:2::/64 has two spellings): what matters is which addresses are counted as one.
  const groups = (addresses: (string | undefined)[]) => addresses.map((address) => addresses.indexOf(address));
  assert.deepEqual(groups(here), groups(front));
});

test('a request without an address passes and is not counted', async () => {
  await allow('visitor_writes_per_address', 1);
  await times(3, { headers: {} });
  await times(3, { headers: { 'cf-connecting-ip': 'nonsense' } });
  assert.equal((await db.sql`select 1 from private.call_counts`).length, 0);
});

test('only the server that renders the pages has the site key, and its reads are not counted', async () => {
  await db.sql`update private.call_limits set max_value = 1`;
  const key = createSiteKey();
  const server = (given: string) => ({ 'cf-connecting-ip': '203.0.113.7', [SITE_KEY_HEADER]: given });
  const many = (path: string, given: string) => rejected(times(2, { path, headers: server(given) }));
  // Without a key in the database no request counts as the site's.
  for (const given of ['', key]) assert.equal(answerOf(await many('/rpc/quote', given)).status, 429);
  await db.sql`insert into private.settings values ('site_key', ${key})`;
  await times(5, { path: '/rpc/quote', headers: server(key) });
  await times(5, { path: '/rpc/list_slots', headers: server(key) });
  for (const given of ['', 'guess', key.slice(1)])
    assert.equal(answerOf(await many('/rpc/list_slots', given)).status, 429);
  assert.equal(answerOf(await many('/rpc/hold_slot', key)).status, 429, 'its writes are counted');
  const user = await db.addUser('ravi@example.com');
  const asUser = times(2, { path: '/rpc/quote', headers: server(key), as: { user } });
  assert.equal(answerOf(await rejected(asUser)).status, 429, 'a signed-in user is counted despite the site key');
  await db.sql`delete from private.settings where name = 'site_key'`;
});

test('another spelling of the path and a GET are counted too', async () => {
  const spellings = ['/rpc/hold%5Fslot', '/%72pc/hold_slot', '/rpc//hold_slot', '/rpc/hold_slot/', '/rpc/HOLD_SLOT'];
  for (const path of spellings) assert.equal((await rejected(ask({ path }))).code, 'PT404', path);
  for (const method of ['GET', 'HEAD'])
    assert.equal((await rejected(ask({ method, path: '/rpc/quote' }))).code, 'PT405', method);
});

test('reads, functions without a limit, and scripts with the service role pass', async () => {
  await db.sql`update private.call_limits set max_value = 1`;
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

test('concurrent calls are each counted; old counts are deleted', async () => {
  await allow('visitor_writes_per_address', 5);
  const answers = await Promise.allSettled(Array.from({ length: 12 }, () => ask({})));
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 5);
  await ask({ headers: { 'cf-connecting-ip': '203.0.113.10' }, at: '2026-11-23T10:00:00+05:30' });
  const kept = await db.sql<{ caller: string }[]>`select caller from private.call_counts`;
  assert.deepEqual([...kept], [{ caller: '203.0.113.10' }]);
});

test('no request can read or change the counts, and PostgREST finds its pre-request function', async () => {
  for (const role of ['anon', 'authenticated', 'service_role']) {
    const work = db.sql.begin(async (tx) => {
      await tx.unsafe(`set local role ${role}`);
      await tx`select count(*) from private.call_counts`;
    });
    assert.equal((await rejected(work)).code, '42501', role);
  }
  // The role of PostgREST, which only Supabase has when this part of the schema runs. It is never committed: roles belong
  // to the whole server, and other test files migrate their databases there at the same time.
  const schema = await readFile(join(import.meta.dirname, '../../supabase/schemas/limits/call-limits.sql'), 'utf8');
  await db.undo({}, async (tx) => {
    await tx`create role authenticator`;
    await tx.unsafe(schema.slice(schema.lastIndexOf('do $$')));
    const [row] = await tx<{ settings: string[] }[]>`
      select setconfig as settings from pg_db_role_setting where setrole = 'authenticator'::regrole`;
    assert.deepEqual(row?.settings, ['pgrst.db_pre_request=guard.before_request']);
  });
});
