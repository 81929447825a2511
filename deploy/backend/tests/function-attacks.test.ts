import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { verdictActors } from '../../supabase/tests/verdicts.ts';
import type { AttackedShop, Booked, Json } from '../testing/attacked-shop.ts';
import { job, openAttackedShop } from '../testing/attacked-shop.ts';
import { signUp } from '../testing/test-backend.ts';

/**
 * The HTTP status that each function answers with, called with the ids of `own` but without the manage token:
 * a booking that is not yours does not exist.
 */
const matrix = `
  function              anon  other  own  admin
  answer_extra_work     404   404    200  200
  cancel_booking        404   404    200  200
  claim_payment         404   404    200  200
  client_health         401   403    403  200
  confirm_payment       401   403    403  200
  content_version       200   200    200  200
  create_booking        409   409    200  409
  extend_hold           409   409    409  409
  finish_refund         401   403    403  200
  get_booking           404   404    200  200
  get_invoice           404   404    200  200
  give_late_credit      401   403    403  200
  hold_slot             409   409    409  409
  is_admin              401   200    200  200
  list_slots            200   200    200  200
  pay_after_service     404   404    200  200
  propose_extra_work    401   403    403  200
  quote                 200   200    200  200
  record_cash           401   403    403  200
  reject_claim          401   403    403  200
  release_hold          200   200    200  200
  report_client_events  200   200    200  200
  request_callback      200   200    200  200
  reschedule_booking    404   404    200  200
  retry_message         401   403    403  200
  set_booking_fee       401   403    403  200
  set_booking_status    401   403    403  200
  set_gstin             404   404    200  200
  set_weather_mode      401   403    403  200
  start_payment         404   404    200  200
`;
const verdicts = matrix
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.trim().split(/\s+/));

let shop: AttackedShop;
let lasting: Booked;
let everything: { name: string; args: string[]; types: string[] }[];

before(async () => {
  shop = await openAttackedShop();
  lasting = await shop.book(shop.customer.client);
  everything = await shop.site.backend.sql`
    select p.proname as name, coalesce(p.proargnames, '{}')::text[] as args,
      array(select format_type(t, null) from unnest(p.proargtypes) with ordinality as a (t, n) order by n) as types
    from pg_catalog.pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
    order by 1`;
});
after(() => shop.site.stop());

/** A booking of the customer as far along as the function needs it, and the line of extra work or the money in it. */
async function prepared(name: string): Promise<{ booked: Booked; line: string }> {
  const { sql } = shop.site.backend;
  const booked = await shop.book(shop.customer.client);
  const line = randomUUID();
  if (name === 'get_invoice') await sql`update service_bookings set status = 'completed' where id = ${booked.id}`;
  if (['claim_payment', 'confirm_payment', 'reject_claim', 'finish_refund'].includes(name)) {
    const status = name === 'reject_claim' ? 'claimed' : name === 'finish_refund' ? 'captured' : 'created';
    const captured = status === 'captured' ? 1 : 0;
    await sql`
      insert into payments (id, booking_id, method, provider, reference, amount_paise, captured_paise, status, created_at, captured_at)
      values (${line}, ${booked.id}, 'upi', 'upi', ${referenceOf(line)}, 1, ${captured}, ${status}, now(),
        ${captured ? new Date() : null})`;
    if (captured)
      await sql`
        insert into refunds (id, booking_id, payment_id, amount_paise, reason, asked_at, next_try_at)
        values (${line}, ${booked.id}, ${line}, 1, 'overpaid', now(), now())`;
  }
  if (name === 'propose_extra_work')
    await sql`update service_bookings set status = 'inspecting' where id = ${booked.id}`;
  if (name === 'answer_extra_work') {
    await sql`update service_bookings set status = 'awaiting_approval' where id = ${booked.id}`;
    await sql`
      insert into extra_work (id, booking_id, name, reason, price, minutes, status, proposed_at, position)
      values (${line}, ${booked.id}, 'Brake pads', 'Worn', 600, 30, 'proposed', now(), 1)`;
  }
  if (name === 'give_late_credit')
    await sql`update service_bookings set booking_date = booking_date - 40 where id = ${booked.id}`;
  if (name === 'retry_message')
    await sql`update message_outbox set status = 'failed' where booking_id = ${booked.id} and kind = 'confirmation'`;
  return { booked, line };
}

const referenceOf = (id: string): string => id.replaceAll('-', '').toUpperCase();

async function argumentsFor(name: string, booked: Booked, line: string): Promise<Json> {
  const booking = booked.id;
  const request_id = booked.request['request_id'];
  const slots = await shop.visitor.rpc('list_slots', { ...job, days: 31 });
  const { date, start } = (slots.data as { first_free: { date: string; start: string } }).first_free;
  const given: Record<string, Json> = {
    answer_extra_work: { line, approve: true, note: 'Told on the phone' },
    cancel_booking: { booking },
    claim_payment: { reference: referenceOf(line) },
    confirm_payment: { payment: line },
    create_booking: { request: booked.request },
    extend_hold: { request_id },
    finish_refund: { refund: line, note: 'Given back' },
    get_booking: { booking },
    get_invoice: { booking },
    give_late_credit: { booking, note: 'The mechanic was held up' },
    hold_slot: { ...job, request_id, date, start },
    list_slots: { ...job },
    propose_extra_work: { booking, items: [{ name: 'Brake pads', reason: 'Worn', price: 600 }] },
    pay_after_service: { booking },
    quote: { ...job },
    record_cash: { booking, amount: 1 },
    reject_claim: { payment: line, note: 'Not found' },
    release_hold: { request_id },
    report_client_events: { events: [{ kind: 'visit', app: 'shell', version: '1.0.0' }] },
    request_callback: { kind: 'unserved_pin', name: 'Asha', phone: newPhone(), details: { pin: '411038' } },
    reschedule_booking: { booking, date, start },
    retry_message: { message: await failedMessage(booking) },
    set_booking_fee: { booking, fee: 50, note: 'Agreed' },
    set_booking_status: { booking, to_status: 'assigned', mechanic: 'Sagar' },
    set_gstin: { booking, gstin: '27AAPFU0939F1ZV' },
    set_weather_mode: { day: date, enabled: false },
    start_payment: { booking, method: 'upi' },
  };
  return given[name] ?? {};
}

async function failedMessage(booking: string): Promise<number> {
  const [row] = await shop.site.backend.sql<{ id: number }[]>`
    select id::int from message_outbox where booking_id = ${booking} and status = 'failed'`;
  return row?.id ?? 0;
}

let lastPhone = 9_000_000_100;
const newPhone = (): string => String((lastPhone += 1));

/** Everything of a booking that an attack could change. */
async function stateOf({ id }: Booked): Promise<string> {
  const [row] = await shop.site.backend.sql<{ state: string }[]>`
    select md5(b::text || (select string_agg(e::text, '') from booking_events e where e.booking_id = b.id)
      || coalesce((select string_agg(p::text, '') from booking_places p where p.booking_id = b.id), '')
      || coalesce((select string_agg(x::text, '') from extra_work x where x.booking_id = b.id), '')
      || coalesce((select string_agg(m::text, '' order by m.id) from message_outbox m where m.booking_id = b.id), '')
      || coalesce((select string_agg(m::text, '') from payments m where m.booking_id = b.id), '')
      || coalesce((select string_agg(r::text, '') from refunds r where r.booking_id = b.id), '')
      || coalesce((select string_agg(c::text, '') from booking_credits c where b.id in (c.booking_id, c.used_by)), '')) as state
    from service_bookings b where b.id = ${id}`;
  return row?.state ?? 'gone';
}

for (const [name = '', ...expected] of verdicts) {
  test(`${name} with the ids of another: ${expected.join(' ')}`, async () => {
    const got: string[] = [];
    for (const actor of verdictActors) {
      const { booked, line } = await prepared(name);
      const before = await stateOf(booked);
      const { status } = await shop.actors[actor].rpc(name, await argumentsFor(name, booked, line));
      if (actor === 'anon' || actor === 'other') assert.equal(await stateOf(booked), before, `${name} by ${actor}`);
      got.push(String(status));
    }
    assert.deepEqual(got, expected);
  });
}

test('every function that a request can call is in the matrix', () => {
  assert.deepEqual(
    everything.map(({ name }) => name),
    verdicts.map(([name]) => name),
  );
});

/* Tokens ----------------------------------------------------------------------------------------------------------- */

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
function token(header: object, claims: object, secret: string): string {
  const body = `${encode(header)}.${encode(claims)}`;
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
}

/** A call with any bearer token at all. */
async function callWith(bearer: string, path: string, body?: Json): Promise<{ status: number; text: string }> {
  const response = await fetch(`${shop.site.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      apikey: shop.site.backend.anonKey,
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

test('forged, altered, expired and unsigned tokens open nothing', async () => {
  const { data } = await shop.customer.client.auth.getSession();
  const real = data.session?.access_token ?? '';
  const [head = '', payload = '', signature = ''] = real.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Json;
  const secrets = JSON.parse(readFileSync(join(shop.site.dataFolder, 'secrets.json'), 'utf8')) as { jwtSecret: string };
  const hs256 = { alg: 'HS256', typ: 'JWT' };
  const boss = { ...claims, sub: shop.boss.id };
  const service = { ...claims, role: 'service_role' };
  const now = Math.floor(Date.now() / 1000);
  const forged: Record<string, string> = {
    'wrong secret': token(hs256, boss, 'another secret of the same length, or so'),
    'empty secret': token(hs256, boss, ''),
    'public key as secret': token(hs256, service, shop.site.backend.anonKey),
    'alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${encode(service)}.`,
    'alg none, old signature': `${encode({ alg: 'none', typ: 'JWT' })}.${encode(service)}.${signature}`,
    'alg RS256': token({ alg: 'RS256', typ: 'JWT' }, service, secrets.jwtSecret),
    'another sub': `${head}.${encode(boss)}.${signature}`,
    'another role': `${head}.${encode(service)}.${signature}`,
    'no expiry any more': `${head}.${encode({ ...claims, exp: now + 10 ** 9 })}.${signature}`,
    'no signature': `${head}.${payload}.`,
    expired: token(hs256, { ...boss, iat: now - 7200, exp: now - 3600 }, secrets.jwtSecret),
  };
  const booked = await shop.book(shop.customer.client);
  const before = await stateOf(booked);
  const paths: [string, Json?][] = [
    ['/rest/v1/service_bookings?select=id'],
    ['/rest/v1/rpc/get_booking', { booking: booked.id }],
    ['/rest/v1/rpc/set_booking_fee', { booking: booked.id, fee: 9, note: 'Mine' }],
    ['/rest/v1/rpc/cancel_booking', { booking: booked.id }],
    ['/auth/v1/user'],
  ];
  for (const [name, bearer] of Object.entries(forged)) {
    for (const [path, body] of paths) {
      const { status, text } = await callWith(bearer, path, body);
      assert.ok(status === 401 || status === 403, `${name}: ${path} answered ${status}`);
      assert.equal(text.includes(booked.id), false, name);
    }
  }
  assert.equal(await stateOf(booked), before);
  assert.equal((await callWith(real, '/rest/v1/rpc/get_booking', { booking: booked.id })).status, 200);
});

test('a role in what users write about themselves counts for nothing', async () => {
  const client = shop.site.client();
  const data = { role: 'admin', roles: ['admin'], is_admin: true, app_metadata: { role: 'admin' } };
  const made = await client.auth.signUp({ email: 'climber@example.in', password: 'correct horse', options: { data } });
  assert.equal(made.error, null);
  const session = await client.auth.getSession();
  const bearer = session.data.session?.access_token ?? '';
  await fetch(`${shop.site.url}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      apikey: shop.site.backend.anonKey,
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ role: 'service_role', aud: 'service_role', app_metadata: { role: 'admin' }, data }),
  });
  const renewed = await client.auth.refreshSession();
  const claims = JSON.parse(
    Buffer.from(renewed.data.session?.access_token.split('.')[1] ?? '', 'base64url').toString(),
  ) as Json;
  assert.equal(claims['role'], 'authenticated');
  assert.deepEqual((await client.rpc('is_admin')).data, false);
  assert.deepEqual((await client.from('callback_requests').select('id')).data, []);
  assert.equal((await client.rpc('client_health')).status, 403);
});

test('the refresh token of a session that was signed out, or was used up, opens none', async () => {
  const { client } = await signUp(shop.site);
  const first = (await client.auth.getSession()).data.session?.refresh_token ?? '';
  await client.auth.refreshSession();
  await client.auth.refreshSession();
  const last = (await client.auth.getSession()).data.session?.refresh_token ?? '';
  const renew = (refresh_token: string) => shop.site.client().auth.refreshSession({ refresh_token });
  assert.equal((await renew(first)).data.session, null);
  const { client: other } = await signUp(shop.site);
  const kept = (await other.auth.getSession()).data.session?.refresh_token ?? '';
  await other.auth.signOut();
  await client.auth.signOut();
  for (const refresh of [kept, last, 'x', '']) assert.equal((await renew(refresh)).data.session, null);
});

test('the link of a cancelled booking shows it and changes nothing, and after 30 days is over', async () => {
  const { sql } = shop.site.backend;
  const booked = await shop.book(shop.visitor);
  const { id: booking, manage_token } = booked;
  assert.equal((await shop.visitor.rpc('cancel_booking', { booking, manage_token })).status, 200);
  const before = await stateOf(booked);
  const slots = await shop.visitor.rpc('list_slots', job);
  // Not the first free window: that is the one just given back, and moving a booking to its own time changes nothing.
  const free = (slots.data as { alternatives: { date: string; start: string }[] }).alternatives.at(-1);
  assert.ok(free);
  const { date, start } = free;
  assert.equal((await shop.visitor.rpc('cancel_booking', { booking, manage_token })).status, 200);
  const moved = await shop.visitor.rpc('reschedule_booking', { booking, manage_token, date, start });
  assert.deepEqual([moved.status, moved.error?.hint], [409, 'not_allowed']);
  const again = await shop.visitor.rpc('create_booking', { request: booked.request });
  assert.deepEqual([again.status, (again.data as Json)['repeated']], [200, true]);
  assert.equal(await stateOf(booked), before);
  // Nor does it open another booking.
  const other = await shop.book(shop.customer.client);
  for (const name of ['cancel_booking', 'reschedule_booking']) {
    const args = { booking: other.id, manage_token, ...(name === 'reschedule_booking' ? { date, start } : {}) };
    assert.equal((await shop.visitor.rpc(name, args)).status, 404);
  }
  await sql`update service_bookings set closed_at = now() - interval '31 days' where id = ${booking}`;
  assert.equal((await shop.visitor.rpc('get_booking', { manage_token })).status, 404);
  assert.equal((await shop.visitor.rpc('cancel_booking', { booking, manage_token })).status, 404);
});

test('the link of one booking opens no other, whatever function takes it', async () => {
  const other = await shop.book(shop.visitor);
  const takeTokens = everything.filter(({ args }) => args.includes('manage_token'));
  assert.ok(takeTokens.length > 0);
  for (const { name } of takeTokens) {
    const { booked, line } = await prepared(name);
    const args = await argumentsFor(name, booked, line);
    const [before, beforeOther] = [await stateOf(booked), await stateOf(other)];
    const last = booked.manage_token.at(-1);
    const wrong = {
      'of another': other.manage_token,
      'with another end': `${booked.manage_token.slice(0, -1)}${last === '0' ? '1' : '0'}`,
      'with more behind': `${booked.manage_token} `,
      empty: '',
      'for everything': '%',
    };
    for (const [kind, manage_token] of Object.entries(wrong)) {
      for (const client of [shop.visitor, shop.stranger.client]) {
        const { status, data } = await client.rpc(name, { ...args, manage_token });
        const said = `${name} with a link ${kind} answered ${status}`;
        // Reading needs the link alone: it shows the booking that it is of, whatever else was asked for.
        const isItsOwn = name === 'get_booking' && kind === 'of another';
        assert.deepEqual([status, (data as Json | null)?.['id']], isItsOwn ? [200, other.id] : [404, undefined], said);
      }
    }
    assert.equal(await stateOf(booked), before, name);
    assert.equal(await stateOf(other), beforeOther, name);
    // The right link is taken: it was the link that was refused. A new function needs arguments above.
    const { status, error } = await shop.visitor.rpc(name, { ...args, manage_token: booked.manage_token });
    assert.equal(status, 200, `${name} with the right link: ${JSON.stringify(error)}`);
  }
});

test('an order for the online payment needs the link of its own booking too', async () => {
  const [booked, other] = [await shop.book(shop.customer.client), await shop.book(shop.visitor)];
  const before = await stateOf(booked);
  const order = (manage_token?: string) =>
    callWith(shop.site.backend.anonKey, '/payments/v1/orders', { booking: booked.id, manage_token });
  for (const token of [undefined, other.manage_token, '', '%', `${booked.manage_token} `]) {
    const { status, text } = await order(token);
    assert.equal(status, 404, `${token} answered ${status}`);
    assert.doesNotMatch(text, /checkout|amount/);
  }
  assert.equal(await stateOf(booked), before);
  assert.equal((await order(booked.manage_token)).status, 200);
});

/* What is typed ---------------------------------------------------------------------------------------------------- */

const injections = [
  `'; drop table public.service_bookings; --`,
  `x'); update public.user_roles set role = 'admin'; --`,
  `$$; select pg_sleep(5); $$`,
  `" or 1=1; --`,
  `\\'; copy public.shop to program 'id'; --`,
  `{"$ne": null}`,
  `%00\u0001\u202e`,
  `null\u0000byte`,
];

/** What no attack may change: tables, functions, rights, roles and who is admin. */
async function foundations(): Promise<Json> {
  const [row] = await shop.site.backend.sql<Json[]>`
    select
      (select md5(string_agg(c.oid::text || coalesce(c.relacl::text, ''), ',' order by c.oid)) from pg_class c
        where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)) as tables,
      (select md5(string_agg(p.prosrc || coalesce(p.proacl::text, ''), ',' order by p.oid)) from pg_proc p
        where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)) as functions,
      (select string_agg(rolname, ',' order by oid) from pg_roles) as roles,
      (select string_agg(user_id::text, ',' order by user_id) from public.user_roles) as admins,
      (select md5(string_agg(s::text, ',')) from public.shop s) as shop`;
  return { ...row };
}

test('SQL in every argument of every function is data or refused', async () => {
  const before = await foundations();
  for (const { name, args, types } of everything) {
    for (const [index, type] of types.entries()) {
      const arg = args[index] ?? '';
      const { booked, line } =
        name === 'cancel_booking' ? await prepared(name) : { booked: lasting, line: randomUUID() };
      const usual = await argumentsFor(name, booked, line);
      const tries = injections.flatMap((words) =>
        [shop.visitor, shop.boss.client].map((client) => ({ words, client })),
      );
      await Promise.all(
        tries.map(async ({ words, client }) => {
          const value = type === 'jsonb' ? { [words]: words, id: words } : words;
          const { status } = await client.rpc(name, { ...usual, [arg]: value });
          assert.ok(status < 500, `${name}(${arg}: ${words}) answered ${status}`);
        }),
      );
    }
  }
  assert.deepEqual(await foundations(), before);
});

test('SQL in every field of a booking is refused, or stored as it was typed', async () => {
  const before = await foundations();
  const { request } = await shop.book(shop.visitor, { mode: 'workshop' });
  const address = { line: 'B-1204, Sample Heights', landmark: 'tank', area: 'kondhwa', pin: '411048' };
  const fields = [
    ...Object.keys(request),
    'email',
    'odometer_km',
    'model_year',
    'coupon',
    'gstin',
    'approval_limit',
    'website',
  ];
  for (const words of injections) {
    const attempts: Json[] = [
      ...fields.map((field) => ({ [field]: words })),
      ...Object.keys(address).map((field) => ({ mode: 'doorstep', address: { ...address, [field]: words } })),
      { items: [{ id: words, quantity: 1 }] },
      { items: [{ id: 'oil-change', quantity: words }] },
    ];
    for (const changes of attempts) {
      const { status } = await shop.visitor.rpc('create_booking', {
        request: { ...request, request_id: randomUUID(), date: '2020-01-01', ...changes },
      });
      assert.ok(status >= 400 && status < 500, `${JSON.stringify(changes)} answered ${status}`);
    }
  }
  assert.deepEqual(await foundations(), before);
  const [notes = ''] = injections;
  const { id, manage_token } = await shop.book(shop.visitor, { notes });
  const read = await shop.visitor.rpc('get_booking', { manage_token });
  assert.equal((read.data as Json)['notes'], notes);
  const reason = injections[1];
  const cancelled = await shop.visitor.rpc('cancel_booking', { booking: id, manage_token, reason });
  assert.equal((cancelled.data as Json)['cancel_reason'], reason);
});

/** A function that takes JSON, and what of the texts inside it the shop keeps as they are typed. */
interface TakesJson {
  arg: string;
  /** A whole value that the function takes: everything in it is attacked in its turn. */
  example: unknown;
  /** Where it writes. */
  writes?: string;
  /** Free text, by its place in the example, and the column that keeps it. All else is refused or left out. */
  keeps?: Record<string, string>;
  /** What it makes of free text, if anything. */
  cleaned?: (words: string) => string;
}

const cart = [{ id: 'oil-change', quantity: 1 }];
const takeJson: Record<string, TakesJson> = {
  create_booking: {
    arg: 'request',
    example: {
      ...{ request_id: '', model: job.model, mode: 'doorstep', items: cart, date: '', time: '', expected_total: 0 },
      ...{ name: 'Asha Kulkarni', phone: '90000 00012', email: 'asha@example.in', website: '', coupon: '' },
      ...{ vehicle_number: 'MH 12 ZZ 0042', plate_not_issued: false, odometer_km: '12000', model_year: 2020 },
      address: { line: 'B-1204, Sample Heights', landmark: 'Water tank', area: 'kondhwa', pin: '411048' },
      ...{ notes: 'Chain is loud', approval_limit: 500, gstin: '', payment: 'upi' },
    },
    writes: 'service_bookings',
    keeps: { notes: 'notes', 'address.line': 'address_line', 'address.landmark': 'landmark' },
  },
  hold_slot: { arg: 'items', example: cart, writes: 'booking_places' },
  list_slots: { arg: 'items', example: cart },
  propose_extra_work: {
    arg: 'items',
    example: [{ name: 'Brake pads', reason: 'Worn', price: 600, minutes: 30 }],
    writes: 'extra_work',
    keeps: { '0.name': 'name', '0.reason': 'reason' },
  },
  quote: { arg: 'items', example: cart },
  report_client_events: {
    arg: 'events',
    example: [
      {
        ...{
          kind: 'error',
          name: 'TypeError',
          app: 'shell',
          version: '1.0.0',
          site_release: '1',
          route: 'catalog:bike',
        },
        ...{ value: 1, canary: false, sample_rate: 1, message: 'It broke' },
      },
    ],
    writes: 'client_reports',
    keeps: { '0.message': 'message' },
    // One line, without control characters.
    cleaned: (words) => words.replaceAll('\u0001', ' '),
  },
  request_callback: {
    arg: 'details',
    example: { bike: 'Bajaj Pulsar 150', pin: '411038', message: 'Call me', website: '' },
    writes: 'callback_requests',
    keeps: { bike: 'bike', message: 'message' },
  },
};

/** The places of all texts, numbers and flags in a value: '0.name', 'address.line'. */
function placesIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [''];
  return Object.entries(value).flatMap(([key, inner]) =>
    placesIn(inner).map((place) => (place === '' ? key : `${key}.${place}`)),
  );
}

function replaced(value: unknown, place: string, words: string): unknown {
  const copy = structuredClone(value) as Json;
  const keys = place.split('.');
  const last = keys.pop() ?? '';
  const inside = keys.reduce((found, key) => found[key] as Json, copy);
  inside[last] = words;
  return copy;
}

let attempts = 0;
/** No two attempts say the same, so that one can tell which of them was stored. */
const numbered = (words: string): string => `${words} no.${(attempts += 1)};`;

/** The columns of a table in which numbered words stand, with '…' where they are not just as they were typed. */
async function columnsWith(table: string, words: string): Promise<string[]> {
  const rows = await shop.site.backend.sql.unsafe<{ key: string }[]>(
    `select distinct case when v.value = $1::text then v.key else v.key || '…' end as key
    from public.${table} t, jsonb_each_text(to_jsonb(t)) v
    where strpos(v.value, $2::text) > 0 order by 1`,
    [words, words.split(' ').at(-1) ?? ''],
  );
  return rows.map(({ key }) => key);
}

/** The arguments of a call that the function would take; it may be made once. */
async function freshCall(name: string): Promise<Json> {
  const { booked, line } =
    name === 'propose_extra_work' ? await prepared(name) : { booked: lasting, line: randomUUID() };
  const usual = await argumentsFor(name, booked, line);
  if (name === 'hold_slot') return { ...usual, request_id: randomUUID() };
  if (name !== 'create_booking') return usual;
  const items = takeJson[name]?.example as Json;
  const { data } = await shop.visitor.rpc('list_slots', { ...job, mode: 'doorstep', days: 31 });
  const { date, start } = (data as { first_free: { date: string; start: string } }).first_free;
  const priced = await shop.visitor.rpc('quote', { ...job, mode: 'doorstep', pin: '411048' });
  const { total } = priced.data as { total: number };
  return { request: { ...items, request_id: randomUUID(), date, time: start, expected_total: total } };
}

test('SQL in every text inside JSON is refused, or stored as it was typed', async () => {
  const before = await foundations();
  for (const [name, { arg, example, writes, keeps = {}, cleaned = (words: string) => words }] of Object.entries(
    takeJson,
  )) {
    const client = name === 'propose_extra_work' ? shop.boss.client : shop.visitor;
    const whole = await freshCall(name);
    const usual = await client.rpc(name, name === 'create_booking' ? whole : { ...whole, [arg]: example });
    assert.equal(usual.error, null, `${name} does not take its example: ${JSON.stringify(usual.error)}`);
    const filled = name === 'create_booking' ? whole[arg] : example;
    let call = await freshCall(name);
    for (const place of placesIn(example)) {
      for (const injection of injections) {
        const words = numbered(injection);
        const value = name === 'create_booking' ? call[arg] : filled;
        const { status } = await client.rpc(name, { ...call, [arg]: replaced(value, place, words) });
        const said = `${name}(${arg}.${place}: ${words}) answered ${status}`;
        assert.ok(status < 500, said);
        const kept = keeps[place];
        if (words.includes('\u0000')) assert.ok(status >= 400, said);
        else if (writes) {
          if (kept) assert.equal(status, 200, said);
          assert.deepEqual(await columnsWith(writes, cleaned(words)), kept ? [kept] : [], said);
        }
        if (status === 200) call = await freshCall(name);
      }
    }
  }
  assert.deepEqual(await foundations(), before);
});

test('every JSON argument, and every field that is read of it by name, is attacked', async () => {
  const taken = everything.flatMap(({ name, args, types }) =>
    types.flatMap((type, index) => (type.startsWith('json') ? [`${name} ${args[index]}`] : [])),
  );
  assert.deepEqual(
    taken,
    Object.entries(takeJson).map(([name, { arg }]) => `${name} ${arg}`),
  );
  for (const [name, { arg, example }] of Object.entries(takeJson)) {
    const read = await shop.site.backend.sql<{ field: string }[]>`
      select distinct found[1] as field
      from pg_catalog.pg_proc p,
        regexp_matches(p.prosrc, '\\m' || ${arg} || '\\s*(?:->>?|\\?)\\s*''(\\w+)''', 'g') as found
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and ${arg} = any (p.proargnames)
        and (p.proname = ${name} or p.pronamespace = 'private'::regnamespace)`;
    const attacked = placesIn(example).flatMap((place) => place.split('.'));
    for (const { field } of read) assert.ok(attacked.includes(field), `${name}: ${arg}.${field} is not attacked`);
  }
});

test('SQL in every column of a profile is refused, or stored as it was typed', async () => {
  const before = await foundations();
  const columns = await shop.site.backend.sql<{ name: string }[]>`
    select attname as name from pg_catalog.pg_attribute
    where attrelid = 'public.profiles'::regclass and attnum > 0
      and has_column_privilege('authenticated', attrelid, attnum, 'update')`;
  const freeText = ['address_line', 'landmark'];
  assert.ok(columns.length > freeText.length);
  const profile = () => shop.customer.client.from('profiles');
  for (const { name } of columns) {
    for (const injection of injections) {
      const words = numbered(injection);
      const { status } = await profile()
        .update({ [name]: words })
        .eq('user_id', shop.customer.id);
      const said = `${name}: ${words} answered ${status}`;
      const isKept = freeText.includes(name) && !words.includes('\u0000');
      // A flag is not refused: this server takes any text for one.
      if (isKept) assert.equal(status, 204, said);
      else assert.ok(status < 500 && (status >= 400 || name === 'haptics'), said);
      if (!words.includes('\u0000')) assert.deepEqual(await columnsWith('profiles', words), isKept ? [name] : [], said);
    }
  }
  assert.deepEqual(await foundations(), before);
});

test('SQL in filters, orders and column lists is refused or finds nothing', async () => {
  const before = await foundations();
  for (const words of injections.map(encodeURIComponent)) {
    for (const query of [
      `select=${words}`,
      `select=id,pg_sleep(9)&order=${words}`,
      `id=eq.${words}`,
      `id=in.(${words})`,
      `or=(${words})`,
      `limit=${words}`,
      `${words}=eq.1`,
    ]) {
      const { status, text } = await callWith(shop.site.backend.anonKey, `/rest/v1/models?${query}`);
      // A list that cannot be read at all is answered with 500 by this server, before there is any SQL.
      assert.ok(status < 500 || query.startsWith('select='), `${query} answered ${status}`);
      assert.doesNotMatch(text, /syntax error|42601/, query);
    }
  }
  assert.deepEqual(await foundations(), before);
});

test('a body that is too large is refused before it is read, by every function and by sign-in', async () => {
  const text = 'x'.repeat(300 * 1024);
  const paths = [
    ...everything.map(({ name }) => `/rest/v1/rpc/${name}`),
    '/rest/v1/service_bookings',
    '/auth/v1/token?grant_type=password',
    '/auth/v1/otp',
  ];
  for (const path of paths) {
    assert.equal((await callWith(shop.site.backend.anonKey, path, { text })).status, 413, path);
  }
});

test('long and deep values within the limit are refused in their field', async () => {
  const long = 'x'.repeat(200 * 1024);
  const { request } = lasting;
  for (const field of ['name', 'phone', 'email', 'vehicle_number', 'notes', 'model', 'mode', 'coupon', 'gstin']) {
    const { status } = await shop.visitor.rpc('create_booking', {
      request: { ...request, request_id: randomUUID(), [field]: long },
    });
    assert.ok(status === 422 || status === 409, `${field} answered ${status}`);
  }
  const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as unknown;
  const many = Array.from({ length: 5000 }, () => ({ id: 'oil-change', quantity: 1 }));
  for (const items of [deep, many]) {
    const { status } = await shop.visitor.rpc('quote', { ...job, items });
    assert.ok(status < 500, `answered ${status}`);
  }
});

test('negative, huge and broken numbers never make a price, a fee or a list of days', async () => {
  const numbers = [-1, 0, 1.5, 2 ** 31, -(2 ** 31), 2 ** 53, 1e308, '1e9', '-1', '99999999999999999999', true, [], {}];
  const [normal] = [await shop.visitor.rpc('quote', job)];
  const total = (normal.data as { total: number }).total;
  for (const quantity of numbers) {
    const priced = await shop.visitor.rpc('quote', { ...job, items: [{ id: 'oil-change', quantity }] });
    assert.ok(priced.status < 500, `quantity ${String(quantity)} answered ${priced.status}`);
    if (priced.status === 200) assert.ok([0, total].includes((priced.data as { total: number }).total));
    const request = { ...lasting.request, request_id: randomUUID(), items: [{ id: 'oil-change', quantity }] };
    const booked = await shop.visitor.rpc('create_booking', { request });
    assert.ok(booked.status >= 400 && booked.status < 500, `quantity ${String(quantity)} answered ${booked.status}`);
    const days = await shop.visitor.rpc('list_slots', { ...job, days: quantity });
    assert.ok(days.status < 500);
    if (days.status === 200) assert.ok((days.data as { days: Json[] }).days.length <= 31);
    for (const [name, args] of [
      ['set_booking_fee', { booking: lasting.id, fee: quantity, note: 'Agreed' }],
      ['set_booking_status', { booking: lasting.id, to_status: 'completed', final_price: quantity }],
      ['propose_extra_work', { booking: lasting.id, items: [{ name: 'Pads', reason: 'Worn', price: quantity }] }],
      ['client_health', { hours: quantity }],
      ['record_cash', { booking: lasting.id, amount: typeof quantity === 'number' ? quantity : -1 }],
    ] as const) {
      const { status } = await shop.boss.client.rpc(name, args);
      assert.ok(status < 500, `${name} with ${String(quantity)} answered ${status}`);
    }
  }
  const [row] = await shop.site.backend.sql<{ fee: number; final_price: number | null }[]>`
    select fee, final_price from service_bookings where id = ${lasting.id}`;
  assert.ok(row && Number.isInteger(row.fee) && row.fee >= 0 && row.fee <= 10_000, `fee ${row?.fee}`);
  assert.equal(row.final_price, null);
  const strange = await shop.site.backend.sql`
    select 1 from payments where booking_id = ${lasting.id} and (amount_paise % 100 <> 0 or amount_paise > (999 + 10000) * 100)`;
  assert.equal(strange.length, 0);
});
