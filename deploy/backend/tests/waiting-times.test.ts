import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { defaultMigrationsFolder } from '../database/prepare-database.ts';
import { job } from '../testing/attacked-shop.ts';
import type { TestBackend } from '../testing/test-backend.ts';
import { signUp, startTestBackend } from '../testing/test-backend.ts';

/*
 * Every limit once, over HTTP: a rejected caller gets the waiting time in the header and in the body, no other caller
 * is rejected, and after that time the caller is served again.
 */
let site: TestBackend;
let now = Date.parse('2026-11-20T12:00:00+05:30');
const few = { max: 3, perSeconds: 600 };

before(async () => {
  site = await startTestBackend({
    seed: 'catalog',
    migrationsFolder: defaultMigrationsFolder,
    clock: () => now,
    trustProxy: true,
    limits: {
      requestsPerAddress: { max: 40, perSeconds: 600 },
      calls: {
        prices_per_address: few,
        prices_per_user: { max: 2, perSeconds: 600 },
        visitor_writes_per_address: few,
        client_reports_per_address: few,
        number_codes_per_address: few,
      },
      signUpsPerAddress: few,
      passwordTriesPerAddress: few,
      messagesPerAddress: few,
      codeTriesPerAddress: few,
      sessionCallsPerAddress: few,
    },
  });
});
after(() => site.stop());

let addresses = 0;
/** An address that was not used before. */
const newcomer = (): string => `203.0.113.${(addresses += 1)}`;

interface Answer {
  status: number;
  /** Seconds of the header Retry-After. */
  wait: number;
  /** The same seconds as the body says them. */
  said: number;
  hint: string;
}

async function send(path: string, body: unknown, from: string): Promise<Answer> {
  const response = await fetch(site.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { apikey: site.backend.anonKey, 'content-type': 'application/json', 'x-forwarded-for': from },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json().catch(() => ({}))) as Record<string, string | undefined>;
  const details = answer['details'] ? (JSON.parse(answer['details']) as { retry_after?: number }) : {};
  const inWords = /(\d+) seconds/.exec(answer['msg'] ?? '')?.[1];
  return {
    status: response.status,
    wait: Number(response.headers.get('retry-after')),
    said: details.retry_after ?? Number(inWords),
    hint: answer['hint'] ?? answer['error_code'] ?? '',
  };
}

const rpc = (name: string, args: unknown, from: string) => send(`/rest/v1/rpc/${name}`, args, from);

const ofAddresses: [string, number, string, unknown][] = [
  ['reads', 40, '/rest/v1/brands?select=slug&limit=1', undefined],
  ['prices', 3, '/rest/v1/rpc/quote', { items: job.items, model: job.model }],
  ['free times', 3, '/rest/v1/rpc/list_slots', { mode: 'workshop' }],
  ['bookings', 3, '/rest/v1/rpc/create_booking', { request: {} }],
  ['holds', 3, '/rest/v1/rpc/hold_slot', { request_id: 'x', ...job, date: '', start: '' }],
  ['call-backs', 3, '/rest/v1/rpc/request_callback', { kind: 'message', name: '', phone: '' }],
  ['reports of browsers', 3, '/rest/v1/rpc/report_client_events', { events: [] }],
  ['codes of SMS links', 3, '/rest/v1/rpc/prove_number', { code: '0123456789' }],
  ['sign-ups', 3, '/auth/v1/signup', { email: 'x', password: 'x' }],
  ['passwords', 3, '/auth/v1/token?grant_type=password', { email: 'x@example.in', password: 'wrong' }],
  ['mails', 3, '/auth/v1/recover', { email: 'nobody@example.in' }],
  ['codes', 3, '/auth/v1/verify', { type: 'sms', phone: '+919000000001', token: '000000' }],
  ['sessions', 3, '/auth/v1/token?grant_type=refresh_token', { refresh_token: 'x' }],
];
for (const [what, max, path, body] of ofAddresses) {
  test(`${what} of one address: counted, rejected with the time to wait, and served again`, async () => {
    const from = newcomer();
    for (let i = 0; i < max; i += 1) assert.notEqual((await send(path, body, from)).status, 429, `call ${i + 1}`);
    now += 100_000;
    const rejected = await send(path, body, from);
    assert.deepEqual([rejected.status, rejected.wait, rejected.said], [429, 500, 500]);
    assert.match(rejected.hint, /^(too_many_requests|over_request_rate_limit)$/);
    assert.notEqual((await send(path, body, newcomer())).status, 429, 'somebody else');
    now += 499_000;
    assert.deepEqual((await send(path, body, from)).wait, 1);
    now += 1000;
    assert.notEqual((await send(path, body, from)).status, 429, 'afterwards');
  });
}

test('quotes and free times share one count; writes and reads do not', async () => {
  const from = newcomer();
  for (let i = 0; i < 3; i += 1) await rpc('list_slots', { mode: 'workshop' }, from);
  assert.equal((await rpc('quote', { items: job.items, model: job.model }, from)).status, 429);
  assert.equal((await rpc('create_booking', { request: {} }, from)).status, 422);
  assert.equal((await send('/rest/v1/brands?select=slug&limit=1', undefined, from)).status, 200);
});

test('sends the next SMS code to a number after 30 seconds', async () => {
  const from = newcomer();
  const code = (phone: string) => send('/auth/v1/otp', { phone, create_user: true }, from);
  assert.equal((await code('+919000000041')).status, 200);
  now += 10_000;
  const rejected = await code('+919000000041');
  assert.deepEqual([rejected.status, rejected.wait, rejected.said], [429, 20, 20]);
  assert.equal((await code('+919000000042')).status, 200);
  now += 20_000;
  assert.equal((await code('+919000000041')).status, 200);
});

/** The first free window of the workshop. */
async function firstFree(): Promise<{ date: string; start: string }> {
  const [free] = await site.backend.sql<{ date: string; start: string }[]>`
    select f ->> 'date' as date, f ->> 'start' as start
    from (select public.list_slots(mode => 'workshop', days => 31) -> 'first_free' as f) as free`;
  assert.ok(free);
  return free;
}

/** Books the first free window, from another address each time. */
async function book(phone: string): Promise<Answer> {
  const { date, start } = await firstFree();
  const request = {
    ...job,
    request_id: randomUUID(),
    date,
    time: start,
    name: 'Asha Kulkarni',
    phone,
    vehicle_number: 'MH 12 ZZ 0042',
    expected_total: 999,
  };
  return rpc('create_booking', { request }, newcomer());
}

test('allows a number five upcoming bookings and ten in 24 hours, from any address', async () => {
  const { sql } = site.backend;
  const phone = '90000 00051';
  for (let i = 0; i < 5; i += 1) assert.equal((await book(phone)).status, 200);
  const full = await book(phone);
  const [first] = await sql<{ seconds: number }[]>`
    select extract(epoch from min(starts_at) - now())::int as seconds from public.service_bookings`;
  assert.deepEqual([full.status, full.hint], [429, 'too_many_open']);
  assert.equal(full.wait, full.said);
  assert.ok(Math.abs(full.wait - (first?.seconds ?? 0)) < 60, `${full.wait} of ${first?.seconds}`);
  assert.equal((await book('90000 00052')).status, 200, 'another number');

  await sql`update private.limits set max_value = 100 where name = 'open_bookings'`;
  for (let i = 0; i < 5; i += 1) assert.equal((await book(phone)).status, 200);
  const rejected = await book(phone);
  assert.deepEqual([rejected.status, rejected.hint], [429, 'too_many_bookings']);
  assert.ok(rejected.wait === rejected.said && rejected.wait > 86_000 && rejected.wait <= 86_400, `${rejected.wait}`);
  // A day passes.
  await sql`update public.service_bookings set created_at = created_at - interval '1 day'`;
  assert.equal((await book(phone)).status, 200);
});

test('quotes of a user are counted across addresses, and only with a valid token', async () => {
  const tokenOf = async () => (await (await signUp(site)).client.auth.getSession()).data.session?.access_token ?? '';
  const [asha, ravi] = [await tokenOf(), await tokenOf()];
  const [head, payload] = asha.split('.');
  const forged = `${head}.${payload}.${ravi.split('.')[2]}`;
  const quote = async (token: string) => {
    const response = await fetch(`${site.url}/rest/v1/rpc/quote`, {
      method: 'POST',
      headers: {
        apikey: site.backend.anonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-forwarded-for': newcomer(),
      },
      body: JSON.stringify({ items: job.items, model: job.model }),
    });
    return [response.status, Number(response.headers.get('retry-after'))];
  };
  // Another user cannot use up her limit.
  for (let i = 0; i < 6; i += 1) assert.deepEqual(await quote(forged), [401, 0]);
  for (let i = 0; i < 2; i += 1) assert.deepEqual(await quote(asha), [200, 0]);
  now += 100_000;
  assert.deepEqual(await quote(asha), [429, 500]);
  assert.deepEqual(await quote(ravi), [200, 0]);
  for (let i = 0; i < 6; i += 1) assert.deepEqual(await quote(site.backend.anonKey), [200, 0]);
  now += 500_000;
  assert.deepEqual(await quote(asha), [200, 0]);
});

test('on Supabase the pre-request function rejects like the embedded gateway, including the header', async () => {
  const { sql } = site.backend;
  // No PostgREST here: a function that lite calls does it first, with the request that lite has set.
  await sql.unsafe(`
    create or replace function public.content_version() returns text language plpgsql security definer as $$
    begin
      perform set_config('request.path', '/rpc/content_version', true), guard.before_request();
      return 'answered';
    end;
    $$;
    insert into private.settings values ('address_header', 'x-forwarded-for'), ('count_calls', 'on');
    insert into private.call_limits values ('probes', '{content_version}', 'address', 3, 600)`);
  const from = newcomer();
  for (let i = 0; i < 3; i += 1) assert.equal((await rpc('content_version', {}, `10.0.0.${i}, ${from}`)).status, 200);
  const rejected = await rpc('content_version', {}, `10.0.0.9, ${from}`);
  assert.deepEqual([rejected.status, rejected.hint, rejected.said], [429, 'too_many_requests', rejected.wait]);
  assert.ok(rejected.wait > 500 && rejected.wait <= 600, `${rejected.wait}`);
  assert.equal((await rpc('content_version', {}, newcomer())).status, 200);
});

test('allows an account two holds at a time, and answers the seconds until the first expires', async () => {
  const { client } = await signUp(site);
  const { data } = await client.auth.getSession();
  const token = data.session?.access_token ?? '';
  const hold = async () => {
    const response = await fetch(`${site.url}/rest/v1/rpc/hold_slot`, {
      method: 'POST',
      headers: {
        apikey: site.backend.anonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-forwarded-for': newcomer(),
      },
      body: JSON.stringify({ ...job, request_id: randomUUID(), ...(await firstFree()) }),
    });
    const body = (await response.json()) as { hint?: string; details?: string };
    return { status: response.status, wait: Number(response.headers.get('retry-after')), ...body };
  };
  assert.equal((await hold()).status, 200);
  assert.equal((await hold()).status, 200);
  const rejected = await hold();
  assert.deepEqual([rejected.status, rejected.hint], [429, 'too_many_holds']);
  assert.ok(rejected.wait > 500 && rejected.wait <= 600, `${rejected.wait}`);
  assert.deepEqual(JSON.parse(rejected.details ?? ''), { max: 2, retry_after: rejected.wait });
});

test('allows a number five call-backs a day', async () => {
  const ask = (phone: string) =>
    rpc('request_callback', { kind: 'message', name: 'Asha', phone, details: { message: 'Hello' } }, newcomer());
  for (let i = 0; i < 5; i += 1) assert.equal((await ask('90000 00061')).status, 200);
  const rejected = await ask('90000 00061');
  assert.deepEqual([rejected.status, rejected.hint, rejected.wait > 86_000], [429, 'too_many_callbacks', true]);
  assert.equal((await ask('90000 00062')).status, 200);
});

test('a filled honeypot field is rejected', async () => {
  const request = { website: 'https://example.com' };
  const answer = await rpc('create_booking', { request }, newcomer());
  assert.deepEqual([answer.status, answer.hint], [422, 'website']);
});
