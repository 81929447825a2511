import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { defaultLimits } from '../backend-limits.ts';
import { addressed } from '../testing/addressed.ts';
import type { TestBackend } from '../testing/test-backend.ts';
import { confirmMailbox, signUp, startTestBackend } from '../testing/test-backend.ts';

let site: TestBackend;
before(async () => {
  site = await startTestBackend({ trustProxy: true });
});
after(() => site.stop());

/** 43 characters of base64url are 256 bits. */
const strong = /^[\w-]{43}$/;
const renew = async (refresh_token: string) => {
  const answer = await addressed(site, '203.0.113.1').send('/token?grant_type=refresh_token', { refresh_token });
  return { status: answer.status, body: (await answer.json()) as { refresh_token?: string; error_code?: string } };
};

test('every way to sign in gives a refresh token of 256 bits, which is what the table has', async () => {
  const phone = '+919820000001';
  const client = site.client();
  await client.auth.signInWithOtp({ phone });
  const byPhone = await client.auth.verifyOtp({ phone, token: site.sms.at(-1)?.values['code'] ?? '', type: 'sms' });
  const email = 'strong@example.in';
  const password = 'correct horse';
  await site.client().auth.signUp({ email, password });
  const byCode = await confirmMailbox(site, site.client(), email);
  const byPassword = await site.client().auth.signInWithPassword({ email, password });
  const renewed = await site
    .client()
    .auth.refreshSession({ refresh_token: byPassword.data.session?.refresh_token ?? '' });
  for (const { data } of [byPhone, byCode, byPassword, renewed]) {
    const token = data.session?.refresh_token ?? '';
    assert.match(token, strong);
    const [row] = await site.backend.sql`select 1 from auth.refresh_tokens where token = ${token}`;
    assert.ok(row);
  }
  const [weak] = await site.backend.sql`
    select 1 from auth.refresh_tokens where not revoked and token ~ '^[0-9a-f]{8}-[0-9a-f]{4}-7'`;
  assert.equal(weak, undefined);
});

test('two tabs that renew at the same time both keep their session', async () => {
  const { client } = await signUp(site);
  const first = (await client.auth.getSession()).data.session?.refresh_token ?? '';
  const answers = await Promise.all([renew(first), renew(first), renew(first)]);
  for (const { status, body } of answers) {
    assert.equal(status, 200);
    assert.match(body.refresh_token ?? '', strong);
    assert.equal((await renew(body.refresh_token ?? '')).status, 200);
  }
});

test('a copy of a token that was renewed twice ends the session', async () => {
  const { client } = await signUp(site);
  const first = (await client.auth.getSession()).data.session?.refresh_token ?? '';
  const second = (await renew(first)).body.refresh_token ?? '';
  const third = (await renew(second)).body.refresh_token ?? '';
  assert.equal((await renew(first)).status, 400);
  assert.equal((await renew(third)).status, 400);
});

test('a token that the server has not made is unknown', async () => {
  const { status, body } = await renew('A'.repeat(43));
  assert.deepEqual([status, body.error_code], [400, 'refresh_token_not_found']);
});

const agesOf = {
  'signed in a year ago': "created_at = now() - interval '366 days'",
  'unused for half a year': `created_at = now() - interval '200 days', refreshed_at = now() at time zone 'UTC' - interval '181 days'`,
  'signed in eight days ago': "created_at = now() - interval '8 days'",
  'unused for 13 hours': "created_at = now() - interval '13 hours'",
  'used an hour ago': `created_at = now() - interval '6 days', refreshed_at = now() at time zone 'UTC' - interval '1 hour'`,
};
const endsFor = {
  customer: ['signed in a year ago', 'unused for half a year'],
  admin: ['signed in a year ago', 'unused for half a year', 'signed in eight days ago', 'unused for 13 hours'],
};
for (const [actor, ends] of Object.entries(endsFor))
  for (const [age, columns] of Object.entries(agesOf))
    test(`the session of ${actor === 'admin' ? 'an admin' : 'a customer'}, ${age}, ${ends.includes(age) ? 'ends' : 'is renewed'}`, async () => {
      const { sql } = site.backend;
      const { id, email, password, client } = await signUp(site);
      if (actor === 'admin') await sql`select public.make_owner(${id})`;
      const token = (await client.auth.getSession()).data.session?.refresh_token ?? '';
      await sql.unsafe(`update auth.sessions set ${columns} where user_id = '${id}'`);
      const other = await site.client().auth.signInWithPassword({ email, password });
      const { status, body } = await renew(token);
      assert.deepEqual([status, body.error_code], ends.includes(age) ? [400, 'session_expired'] : [200, undefined]);
      assert.equal((await renew(token)).status, ends.includes(age) ? 400 : 200);
      assert.equal((await renew(other.data.session?.refresh_token ?? '')).status, 200);
    });

test('renewing a session ends the expired ones of the same person, and no other', async () => {
  const { sql } = site.backend;
  const [asha, ravi] = [await signUp(site), await signUp(site)];
  await sql`update auth.sessions set created_at = now() - interval '2 years' where user_id in (${asha.id}, ${ravi.id})`;
  const { email, password } = asha;
  const { data } = await site.client().auth.signInWithPassword({ email, password });
  assert.equal((await renew(data.session?.refresh_token ?? '')).status, 200);
  const left = await sql`
    select user_id, count(*)::int from auth.sessions where user_id in (${asha.id}, ${ravi.id}) group by user_id`;
  assert.deepEqual(
    new Map(left.map((row) => [row['user_id'], row['count']])),
    new Map([
      [asha.id, 1],
      [ravi.id, 1],
    ]),
  );
});

test('config.toml has the lifetimes of customers for hosted Supabase', () => {
  const config = readFileSync(new URL('../../supabase/config.toml', import.meta.url), 'utf8');
  const [, section = ''] = config.split('[auth.sessions]');
  const hours = (name: string) => Number(new RegExp(`^${name} = "(\\d+)h"$`, 'm').exec(section)?.[1]) * 3600;
  const { timeboxSeconds, inactivitySeconds } = defaultLimits.sessions.customers;
  assert.deepEqual([hours('timebox'), hours('inactivity_timeout')], [timeboxSeconds, inactivitySeconds]);
});
