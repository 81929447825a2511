import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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
