import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { isAdmin, levels, startFactorSite } from '../testing/factor-site.ts';
import { signUp } from '../testing/test-backend.ts';

/* Codes of an authenticator app: how a session gets its second factor, and what it may do without. */
const { site, clock, lines, eventsOf, codeOf, wrongCodeOf, enrol, verify, adminWithFactor, signIn } =
  await startFactorSite();
after(() => site.stop());

test('a factor is enrolled, asked for at the next sign-in, and raises the session to aal2', async () => {
  const person = await signUp(site);
  const { client } = person;
  assert.deepEqual(await levels(client), ['aal1', 'aal1']);
  const factor = await enrol(client);
  assert.deepEqual(await levels(client), ['aal1', 'aal1']);
  await verify(client, factor);
  assert.deepEqual(await levels(client), ['aal2', 'aal2']);
  const listed = await client.auth.mfa.listFactors();
  assert.deepEqual(
    listed.data?.totp.map(({ id, friendly_name, status }) => [id, friendly_name, status]),
    [[factor.id, 'Phone', 'verified']],
  );

  const again = await signIn(person);
  assert.deepEqual(await levels(again), ['aal1', 'aal2']);
  await verify(again, factor);
  assert.deepEqual(await levels(again), ['aal2', 'aal2']);
  const { data } = await again.auth.mfa.getAuthenticatorAssuranceLevel();
  assert.deepEqual(
    data?.currentAuthenticationMethods.map((entry) => (typeof entry === 'string' ? entry : entry.method)),
    ['totp', 'password'],
  );
  await again.auth.refreshSession();
  assert.deepEqual(await levels(again), ['aal2', 'aal2'], 'a renewed token keeps the level');
});

test('users without a factor have the same fields as before, and a code by SMS is a method of its own', async () => {
  const { client } = await signUp(site);
  assert.equal('factors' in ((await client.auth.getUser()).data.user ?? {}), false);
  const phone = '+919822012345';
  await client.auth.signInWithOtp({ phone });
  const { error } = await client.auth.verifyOtp({ phone, token: site.sms.at(-1)?.values['code'] ?? '', type: 'sms' });
  assert.equal(error, null);
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  const [method] = data?.currentAuthenticationMethods ?? [];
  assert.equal(typeof method === 'object' ? method.method : method, 'otp');
});

test('a code works once, and a code of the last period not after one of this', async () => {
  // From the start of a period: its code must be the same until the last try.
  clock.aheadMs += 30_000 - ((Date.now() + clock.aheadMs) % 30_000);
  const person = await adminWithFactor();
  const client = await signIn(person);
  const tryCode = async (code: string) =>
    (await client.auth.mfa.challengeAndVerify({ factorId: person.factor.id, code })).error?.code;
  assert.equal(await tryCode(codeOf(person.factor)), 'mfa_verification_failed');
  assert.equal(await tryCode(codeOf(person.factor, -1)), 'mfa_verification_failed');
  assert.equal(await tryCode(codeOf(person.factor, 1)), undefined);
});

test('one of ten parallel tries with the same code succeeds', async () => {
  const person = await adminWithFactor();
  clock.aheadMs += 30_000;
  const code = codeOf(person.factor);
  const clients = await Promise.all(Array.from({ length: 10 }, () => signIn(person)));
  const answers = await Promise.all(
    clients.map((client) => client.auth.mfa.challengeAndVerify({ factorId: person.factor.id, code })),
  );
  assert.equal(answers.filter(({ error }) => !error).length, 1);
});

test('wrong codes are slowed per account, in whichever session, and a right one ends that', async () => {
  const person = await adminWithFactor();
  clock.aheadMs += 60_000;
  const clients = [await signIn(person), await signIn(person)];
  const tries: (string | undefined)[] = [];
  for (let index = 0; index < 7; index += 1) {
    const client = clients[index % 2]!;
    const code = wrongCodeOf(person.factor);
    tries.push((await client.auth.mfa.challengeAndVerify({ factorId: person.factor.id, code })).error?.code);
  }
  const wrong = 'mfa_verification_failed';
  const slowed = 'over_request_rate_limit';
  assert.deepEqual(tries, [wrong, wrong, wrong, wrong, wrong, slowed, slowed]);
  const client = clients[0]!;
  const right = () => client.auth.mfa.challengeAndVerify({ factorId: person.factor.id, code: codeOf(person.factor) });
  assert.equal((await right()).error?.code, slowed, 'the right code waits too');
  clock.aheadMs += 20_000;
  assert.equal((await right()).error, null);
  const [left] = await site.backend.sql`select 1 from backend.factor_failures where user_id = ${person.id}`;
  assert.equal(left, undefined);
});

test('a challenge is of one factor and expires', async () => {
  const one = await adminWithFactor();
  const other = await adminWithFactor();
  const { data } = await other.client.auth.mfa.challenge({ factorId: other.factor.id });
  clock.aheadMs += 30_000;
  const [client, code] = [await signIn(one), codeOf(one.factor)];
  const verifyWith = (challengeId: string) =>
    client.auth.mfa.verify({ factorId: one.factor.id, challengeId, code: codeOf(one.factor) });
  assert.equal((await verifyWith(data?.id ?? '')).error?.code, 'mfa_challenge_expired');
  const own = await client.auth.mfa.challenge({ factorId: one.factor.id });
  clock.aheadMs += 301_000;
  assert.equal((await verifyWith(own.data?.id ?? '')).error?.code, 'mfa_challenge_expired');
  assert.match(code, /^\d{6}$/);
});

test('a user cannot read, verify or remove the factor of another user', async () => {
  const asha = await adminWithFactor();
  const ravi = await adminWithFactor();
  const factorId = asha.factor.id;
  for (const client of [ravi.client, (await signUp(site)).client]) {
    assert.ok(!(await client.auth.mfa.listFactors()).data?.all.some(({ id }) => id === factorId));
    assert.equal((await client.auth.mfa.challenge({ factorId })).error?.code, 'mfa_factor_not_found');
    assert.equal((await client.auth.mfa.unenroll({ factorId })).error?.code, 'mfa_factor_not_found');
  }
  const ask = (path: string, method: string, token: string) =>
    fetch(`${site.url}/auth/v1${path}`, {
      method,
      headers: { apikey: site.backend.anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
    });
  for (const token of [site.backend.anonKey, site.backend.serviceKey, 'x.y.z'])
    for (const [path, method] of [
      ['/factors', 'POST'],
      [`/factors/${factorId}/challenge`, 'POST'],
      [`/factors/${factorId}`, 'DELETE'],
    ] as const)
      assert.equal((await ask(path, method, token)).status, 401, `${method} ${path}`);
  const token = (await ravi.client.auth.getSession()).data.session?.access_token ?? '';
  await ravi.client.auth.signOut();
  assert.equal((await ask('/factors', 'POST', token)).status, 403, 'of a session that has ended');
});

test('with the password alone a factor is neither removed nor joined by another, and the password stays', async () => {
  const person = await adminWithFactor();
  const client = await signIn(person);
  const { error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' });
  assert.equal(error?.code, 'insufficient_aal');
  assert.equal((await client.auth.mfa.unenroll({ factorId: person.factor.id })).error?.code, 'insufficient_aal');
  for (const change of [{ password: 'a new password' }, { email: 'other@example.in' }])
    assert.equal((await client.auth.updateUser(change)).error?.code, 'insufficient_aal');
  await verify(client, person.factor);
  assert.equal((await client.auth.updateUser({ password: 'a new password' })).error, null);
});

test('a verified sign-in ends the sessions of the account in which no factor was verified', async () => {
  const person = await adminWithFactor();
  const [lesser, full] = [await signIn(person), await signIn(person)];
  await verify(full, person.factor);
  assert.equal((await lesser.auth.refreshSession()).data.session, null);
  for (const client of [full, person.client]) assert.notEqual((await client.auth.refreshSession()).data.session, null);
});

test('a removed factor is not asked for, and its sessions are aal1 from the next token on', async () => {
  const { client, factor } = await adminWithFactor();
  assert.equal((await client.auth.mfa.unenroll({ factorId: factor.id })).error, null);
  await client.auth.refreshSession();
  assert.deepEqual(await levels(client), ['aal1', 'aal1']);
});

test('an admin with a factor is one only after the code; one without is one until the setting requires it', async () => {
  const person = await adminWithFactor();
  const other = await signUp(site);
  await site.backend.sql`select public.make_owner(${other.id})`;
  const client = await signIn(person);
  const customer = (await signUp(site)).client;
  const day = '2026-11-24';
  const status = async (of: SupabaseClient) => (await of.rpc('list_places', { day })).status;
  assert.deepEqual(
    [await isAdmin(person.client), await isAdmin(client), await isAdmin(other.client)],
    [true, false, true],
  );
  assert.deepEqual([await status(person.client), await status(client), await status(other.client)], [200, 403, 200]);

  const first = await other.client.rpc('require_second_factor', { required: true });
  assert.deepEqual([first.status, first.error?.hint], [409, 'second_factor_first']);
  assert.equal((await client.rpc('require_second_factor', { required: true })).status, 403);
  assert.equal((await customer.rpc('require_second_factor', { required: true })).status, 403);
  assert.equal((await person.client.rpc('require_second_factor', { required: true })).status, 200);
  assert.deepEqual(
    [await isAdmin(person.client), await isAdmin(client), await isAdmin(other.client)],
    [true, false, false],
  );
  assert.equal(await status(other.client), 403);
  assert.equal((await other.client.from('callback_requests').select('id')).data?.length, 0);
  const { data } = await other.client.rpc('second_factor');
  assert.deepEqual(data, { staff: true, required: true, enrolled: false, verified: false, codes_left: 0 });

  const factor = await enrol(other.client);
  await verify(other.client, factor);
  assert.deepEqual([await isAdmin(other.client), await status(other.client)], [true, 200]);
  assert.equal((await person.client.rpc('require_second_factor', { required: false })).status, 200);
});

test('the log has a line when an app is removed', async () => {
  const { id, client, factor } = await adminWithFactor();
  lines.length = 0;
  assert.equal((await client.auth.mfa.unenroll({ factorId: factor.id })).error, null);
  assert.deepEqual(eventsOf(id), ['account_changed']);
});

test('what is not understood is rejected, never an error of the server', async () => {
  const { client, factor } = await adminWithFactor();
  const token = (await client.auth.getSession()).data.session?.access_token ?? '';
  const headers = {
    apikey: site.backend.anonKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  const bodies = ['', '[]', 'null', '{', '{"code":123456}', '{"code":"123456","challenge_id":"x"}'];
  for (const path of ['', `/${factor.id}/verify`, `/${factor.id}/other`, '/x', `/${'0'.repeat(36)}/challenge`])
    for (const body of [...bodies, '{"factor_type":"phone"}', '{"factor_type":"totp","friendly_name":{}}']) {
      const answer = await fetch(`${site.url}/auth/v1/factors${path}`, { method: 'POST', headers, body });
      assert.ok(answer.status >= 400 && answer.status < 500, `${path} ${body} answered ${answer.status}`);
    }
});

test('whichever way an admin with an app signs in, the rights begin with its code', async () => {
  const { id, email, password, factor } = await adminWithFactor();
  const { sql } = site.backend;
  const phone = '919822077001';
  await sql`update auth.users set phone = ${phone}, phone_confirmed_at = now() where id = ${id}`;
  const newestMail = () => site.mails.findLast(({ to }) => to === email);
  const ways: Record<string, (client: SupabaseClient) => Promise<{ error: unknown }>> = {
    password: (client) => client.auth.signInWithPassword({ email, password }),
    async 'a code by SMS'(client) {
      await client.auth.signInWithOtp({ phone: `+${phone}` });
      const token = site.sms.at(-1)?.values['code'] ?? '';
      return client.auth.verifyOtp({ phone: `+${phone}`, token, type: 'sms' });
    },
    async 'a code by mail'(client) {
      await client.auth.signInWithOtp({ email });
      return client.auth.verifyOtp({ email, token: newestMail()?.code ?? '', type: 'email' });
    },
    async 'the link of a mail'(client) {
      await client.auth.resetPasswordForEmail(email);
      const { hash } = new URL(newestMail()?.link ?? '');
      const token_hash = new URLSearchParams(hash.slice(1)).get('link') ?? '';
      return client.auth.verifyOtp({ token_hash, type: 'recovery' });
    },
  };
  for (const [way, signInBy] of Object.entries(ways)) {
    const client = site.client();
    assert.equal((await signInBy(client)).error, null, way);
    assert.deepEqual([await levels(client), await isAdmin(client)], [['aal1', 'aal2'], false], way);
    await verify(client, factor);
    assert.equal(await isAdmin(client), true, way);
  }
});
