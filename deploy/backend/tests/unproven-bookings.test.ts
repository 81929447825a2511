// Bookings of unproven numbers over HTTP: the network address that the database counts by, and the code that proves.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { defaultMigrationsFolder } from '../database/prepare-database.ts';
import { callShop, shopRequest } from '../testing/shop-process.ts';
import { startTestBackend } from '../testing/test-backend.ts';
import type { TestBackend } from '../testing/test-backend.ts';

let site: TestBackend;
let windows: { date: string; start: string }[];
before(async () => {
  site = await startTestBackend({ seed: 'demo', migrationsFolder: defaultMigrationsFolder, trustProxy: true });
  const { body } = await callShop({ url: site.url, anonKey: site.backend.anonKey }, 'list_slots', {
    mode: 'workshop',
    days: 31,
  });
  const days = body['days'] as { date: string; windows: { start: string; free: number }[] }[];
  windows = days.flatMap(({ date, windows: all }) =>
    all.filter(({ free }) => free > 0).map(({ start }) => ({ date, start })),
  );
});
after(() => site.stop());

let guests = 10;
/** Books as another guest; `headers` are those of the request as the proxy of the site passes it on. */
async function book(headers: Record<string, string>, more: object = {}): Promise<[number, string | undefined]> {
  const window = windows[(guests += 1)];
  assert.ok(window);
  const answer = await fetch(`${site.url}/rest/v1/rpc/create_booking`, {
    method: 'POST',
    headers: { apikey: site.backend.anonKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ request: { ...shopRequest(700_000_000 + guests, window), ...more } }),
  });
  const { hint } = (await answer.json()) as { hint?: string };
  return [answer.status, hint];
}

test('an IPv6 network is counted as one, whatever the client writes into the header of the edge', async () => {
  const from = (address: string, more: Record<string, string> = {}) => book({ 'x-forwarded-for': address, ...more });
  assert.deepEqual(await from('2001:db8:1:2::1'), [200, undefined]);
  assert.deepEqual(await from('2001:db8:1:2:9::1', { 'cf-connecting-ip': '2001:db8:5::1' }), [200, undefined]);
  assert.deepEqual(await from('2001:db8:1:2::3', { 'cf-connecting-ip': '2001:db8:6::1' }), [409, 'verify_phone']);
  assert.deepEqual(await from('2001:db8:1:3::1'), [200, undefined]);
  const rows = await site.backend.sql`select distinct address from private.unproven_bookings order by address`;
  assert.deepEqual(
    rows.map(({ address }) => address as string),
    ['2001:db8:1:2::/64', '2001:db8:1:3::/64'],
  );
});

test('a code that was typed proves the number of a booking, and later its browser without a session', async () => {
  const phone = '+919822012399';
  const headers = { 'x-forwarded-for': '2001:db8:1:2::7' };
  const proof = randomBytes(32).toString('hex');
  assert.deepEqual(await book(headers, { phone, proof }), [409, 'verify_phone']);
  const { auth } = site.client();
  assert.equal((await auth.signInWithOtp({ phone })).error, null);
  const { code: token = '' } = site.sms.at(-1)?.values ?? {};
  const { data } = await auth.verifyOtp({ phone, token, type: 'sms' });
  const authorization = `Bearer ${data.session?.access_token}`;
  assert.deepEqual(await book({ ...headers, authorization }, { phone: '+919822012398' }), [409, 'verify_phone']);
  assert.deepEqual(await book({ ...headers, authorization }, { phone, proof }), [200, undefined]);
  assert.deepEqual(await book(headers, { phone, proof }), [200, undefined]);
  assert.deepEqual(await book(headers, { phone, proof: randomBytes(32).toString('hex') }), [409, 'verify_phone']);
});
