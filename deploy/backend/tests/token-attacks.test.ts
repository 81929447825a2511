import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { WebSocket } from 'ws';
import type { CallableFunction } from '../testing/attacked-functions.ts';
import { argumentsFor, callableFunctions, callWith, prepared, stateOf } from '../testing/attacked-functions.ts';
import type { AttackedShop } from '../testing/attacked-shop.ts';
import type { JsonObject } from '../../supabase/tests/open-database.ts';
import { job, openAttackedShop } from '../testing/attacked-shop.ts';
import { encode, signToken as token } from '../testing/sign-token.ts';
import { confirmMailbox, signUp } from '../testing/test-backend.ts';

let shop: AttackedShop;
let everything: CallableFunction[];

before(async () => {
  shop = await openAttackedShop();
  everything = await callableFunctions(shop);
});
after(() => shop.site.stop());

const hs256 = { alg: 'HS256', typ: 'JWT' };

test('forged, altered, expired and unsigned tokens give no access', async () => {
  const { data } = await shop.customer.client.auth.getSession();
  const real = data.session?.access_token ?? '';
  const [head = '', payload = '', signature = ''] = real.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JsonObject;
  const secrets = JSON.parse(readFileSync(join(shop.site.dataFolder, 'secrets.json'), 'utf8')) as { jwtSecret: string };
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
  const before = await stateOf(shop, booked);
  const paths: [string, JsonObject?][] = [
    ['/rest/v1/service_bookings?select=id'],
    ['/rest/v1/rpc/get_booking', { booking: booked.id }],
    ['/rest/v1/rpc/set_booking_fee', { booking: booked.id, fee: 9, note: 'Mine' }],
    ['/rest/v1/rpc/cancel_booking', { booking: booked.id }],
    ['/auth/v1/user'],
  ];
  for (const [name, bearer] of Object.entries(forged)) {
    for (const [path, body] of paths) {
      const { status, text } = await callWith(shop, bearer, path, body);
      assert.ok(status === 401 || status === 403, `${name}: ${path} answered ${status}`);
      assert.equal(text.includes(booked.id), false, name);
    }
  }
  assert.equal(await stateOf(shop, booked), before);
  assert.equal((await callWith(shop, real, '/rest/v1/rpc/get_booking', { booking: booked.id })).status, 200);
});

test('a token with our signature must say until when and for what it is valid', async () => {
  const { data } = await shop.customer.client.auth.getSession();
  const [, payload = ''] = (data.session?.access_token ?? '').split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JsonObject;
  const secrets = JSON.parse(readFileSync(join(shop.site.dataFolder, 'secrets.json'), 'utf8')) as { jwtSecret: string };
  const signed = (changes: JsonObject) => token(hs256, { ...claims, ...changes }, secrets.jwtSecret);
  const now = Math.floor(Date.now() / 1000);
  const refused: Record<string, string> = {
    'no exp': signed({ exp: undefined }),
    'exp as text': signed({ exp: String(now + 3600) }),
    expired: signed({ exp: now - 1 }),
    'not valid yet': signed({ nbf: now + 600 }),
    'no aud': signed({ aud: undefined }),
    'another aud': signed({ aud: 'another-service' }),
    'several audiences': signed({ aud: ['authenticated', 'another-service'] }),
    'no role': signed({ role: undefined }),
    'the role of the database owner': signed({ role: 'postgres' }),
    'a role of another program': signed({ role: 'supabase_admin' }),
    'a list of roles': signed({ role: ['authenticated'] }),
    'a list instead of claims': token(hs256, [claims], secrets.jwtSecret),
    'nothing instead of claims': `${encode(hs256)}.${Buffer.from('null').toString('base64url')}.x`,
    'a key that is not ours': 'sb_secret_of_another_project',
    'not a token': 'abc',
  };
  const { url } = shop.site;
  const realtime = new URL(`/realtime/v1/websocket?apikey=${shop.site.backend.anonKey}&vsn=2.0.0`, url);
  realtime.protocol = 'ws:';
  const paths: [string, JsonObject?][] = [
    ['/rest/v1/models?select=id&limit=1'],
    ['/rest/v1/rpc/is_admin', {}],
    ['/auth/v1/user'],
    ['/payments/v1/orders', { booking: '00000000-0000-4000-8000-000000000000' }],
  ];
  const answers = async (bearer: string) => {
    const statuses: number[] = [];
    for (const [path, body] of paths) statuses.push((await callWith(shop, bearer, path, body)).status);
    return [...statuses, await joins(realtime, bearer)];
  };
  for (const [name, bearer] of Object.entries(refused))
    // Payments are not offered here: a process that offers them asks the same function.
    assert.deepEqual(await answers(bearer), [401, 401, 401, 404, 'error'], name);
  assert.deepEqual(await answers(signed({})), [200, 200, 200, 404, 'ok'], 'the same token unchanged');
});

/** The answer of Realtime to a join with a token. */
async function joins(address: URL, access_token: string): Promise<string> {
  const socket = new WebSocket(address);
  try {
    return await new Promise<string>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('open', () =>
        socket.send(JSON.stringify(['1', '1', 'realtime:any', 'phx_join', { config: {}, access_token }])),
      );
      socket.on('message', (data: Buffer) => {
        const [, , , , payload] = JSON.parse(String(data)) as [unknown, unknown, unknown, unknown, { status: string }];
        resolve(payload.status);
      });
    });
  } finally {
    socket.terminate();
  }
}

test('a role in user metadata is ignored', async () => {
  const client = shop.site.client();
  const data = { role: 'admin', roles: ['admin'], is_admin: true, app_metadata: { role: 'admin' } };
  const made = await client.auth.signUp({ email: 'climber@example.in', password: 'correct horse', options: { data } });
  assert.equal(made.error, null);
  assert.equal((await confirmMailbox(shop.site, client, 'climber@example.in')).error, null);
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
  ) as JsonObject;
  assert.equal(claims['role'], 'authenticated');
  assert.deepEqual((await client.rpc('is_admin')).data, false);
  assert.deepEqual((await client.from('callback_requests').select('id')).data, []);
  assert.equal((await client.rpc('client_health')).status, 403);
});

test('a refresh token that was used or signed out gives no session', async () => {
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

test('only an admin can set the cause of a change or waive its fee', async () => {
  const [own, guest] = [await shop.book(shop.customer.client), await shop.book(shop.visitor)];
  const { date, start } = await argumentsFor(shop, 'reschedule_booking', own, '');
  for (const said of [{ cause: 'shop' }, { cause: 'customer' }, { waiver: 'I am the boss' }])
    for (const [booked, client, token] of [
      [own, shop.customer.client, {}],
      [guest, shop.visitor, { manage_token: guest.manage_token }],
    ] as const) {
      const before = await stateOf(shop, booked);
      const args = { booking: booked.id, ...token, ...said };
      assert.equal((await client.rpc('cancel_booking', args)).status, 403);
      assert.equal((await client.rpc('reschedule_booking', { ...args, date, start })).status, 403);
      const pickup = { ...args, date, start, mode: 'pickup' };
      assert.equal((await client.rpc('reschedule_booking', pickup)).status, 403);
      assert.equal(await stateOf(shop, booked), before);
    }
});

test('the link of a cancelled booking is read-only and expires after 30 days', async () => {
  const { sql } = shop.site.backend;
  const booked = await shop.book(shop.visitor);
  const { id: booking, manage_token } = booked;
  assert.equal((await shop.visitor.rpc('cancel_booking', { booking, manage_token })).status, 200);
  const before = await stateOf(shop, booked);
  const slots = await shop.visitor.rpc('list_slots', job);
  // Not the first free window: that is the one just released, and moving a booking to its own time changes nothing.
  const free = (slots.data as { alternatives: { date: string; start: string }[] }).alternatives.at(-1);
  assert.ok(free);
  const { date, start } = free;
  assert.equal((await shop.visitor.rpc('cancel_booking', { booking, manage_token })).status, 200);
  const moved = await shop.visitor.rpc('reschedule_booking', { booking, manage_token, date, start });
  assert.deepEqual([moved.status, moved.error?.hint], [409, 'cannot_move']);
  const again = await shop.visitor.rpc('create_booking', { request: booked.request });
  assert.deepEqual([again.status, (again.data as JsonObject)['repeated']], [200, true]);
  assert.equal(await stateOf(shop, booked), before);
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

test('the link of one booking gives no access to another one in any function', async () => {
  const other = await shop.book(shop.visitor);
  const takeTokens = everything.filter(({ args }) => args.includes('manage_token'));
  assert.ok(takeTokens.length > 0);
  for (const { name } of takeTokens) {
    const { booked, line } = await prepared(shop, name);
    const args = await argumentsFor(shop, name, booked, line);
    const [before, beforeOther] = [await stateOf(shop, booked), await stateOf(shop, other)];
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
        // Reading needs only the link: it shows its own booking, even when another id is passed.
        const isItsOwn = name === 'get_booking' && kind === 'of another';
        assert.deepEqual(
          [status, (data as JsonObject | null)?.['id']],
          isItsOwn ? [200, other.id] : [404, undefined],
          said,
        );
      }
    }
    assert.equal(await stateOf(shop, booked), before, name);
    assert.equal(await stateOf(shop, other), beforeOther, name);
    // The right link is accepted, so it was the link that was rejected. A new function needs arguments above.
    const { status, error } = await shop.visitor.rpc(name, { ...args, manage_token: booked.manage_token });
    assert.equal(status, 200, `${name} with the right link: ${JSON.stringify(error)}`);
  }
});
