import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestBackend } from '../testing/test-backend.ts';
import { confirmMailbox, signUp, startTestBackend } from '../testing/test-backend.ts';

let site: TestBackend;
before(async () => {
  site = await startTestBackend();
});
after(() => site.stop());

test('sign-up stores full name and phone, and signs in once the mailbox is confirmed', async () => {
  const client = site.client();
  const { data, error } = await client.auth.signUp({
    email: 'Asha@Example.in',
    password: 'correct horse',
    options: { emailRedirectTo: `${site.url}/`, data: { full_name: 'Asha Patil', phone: '9876543210' } },
  });
  assert.equal(error, null);
  assert.equal(data.session, null);
  assert.equal(data.user?.user_metadata['full_name'], 'Asha Patil');
  assert.equal(data.user?.user_metadata['phone'], '9876543210');
  const signIn = () => site.client().auth.signInWithPassword({ email: 'asha@example.in', password: 'correct horse' });
  assert.equal((await signIn()).error?.code, 'email_not_confirmed');
  const confirmed = await confirmMailbox(site, client, 'asha@example.in');
  assert.equal(confirmed.data.session?.user.email, 'asha@example.in');
  assert.equal((await signIn()).error, null);
});

test('signing out ends the sessions of the same account on all devices, and of no other account', async () => {
  const { email, password } = await signUp(site);
  const { client: stranger } = await signUp(site);
  const [phone, laptop] = [site.client(), site.client()];
  for (const device of [phone, laptop]) await device.auth.signInWithPassword({ email, password });
  assert.equal((await phone.auth.signOut()).error, null);
  assert.equal((await laptop.auth.refreshSession()).data.session, null);
  assert.notEqual((await stranger.auth.refreshSession()).data.session, null);
});

test('signs in, rejects a wrong password, rotates refresh tokens and signs out', async () => {
  const { email, password } = await signUp(site);
  const client = site.client();
  assert.equal(
    (await client.auth.signInWithPassword({ email, password: 'wrong horse' })).error?.code,
    'invalid_credentials',
  );
  const signedIn = await client.auth.signInWithPassword({ email, password });
  assert.equal(signedIn.error, null);
  const first = signedIn.data.session?.refresh_token;
  const renewed = await client.auth.refreshSession();
  assert.notEqual(renewed.data.session?.refresh_token, first);
  assert.equal((await client.auth.getUser()).data.user?.email, email);
  const token = renewed.data.session?.access_token ?? '';
  assert.equal((await client.auth.signOut()).error, null);
  const { apikey, authorization } = { apikey: site.backend.anonKey, authorization: `Bearer ${token}` };
  const asked = await fetch(`${site.url}/auth/v1/user`, { headers: { apikey, authorization } });
  assert.equal(asked.status, 403);
  assert.equal(((await asked.json()) as { error_code: string }).error_code, 'session_not_found');
});

test('the code in a password-reset mail works too, and an unknown address gets the same answer', async () => {
  const { email } = await signUp(site);
  const client = site.client();
  await client.auth.resetPasswordForEmail(email);
  const { data, error } = await client.auth.verifyOtp({
    email,
    token: site.mails.at(-1)?.code ?? '',
    type: 'recovery',
  });
  assert.equal(error, null);
  assert.ok(data.session);
  const sent = site.mails.length;
  assert.equal((await client.auth.resetPasswordForEmail('nobody@example.in')).error, null);
  assert.equal(site.mails.length, sent);
});

test('changing the address needs the code sent to the new one', async () => {
  const { client } = await signUp(site);
  const wanted = 'moved@example.in';
  assert.equal((await client.auth.updateUser({ email: wanted })).error, null);
  const mail = site.mails.at(-1);
  assert.deepEqual([mail?.to, mail?.kind], [wanted, 'confirm_change']);
  const { data, error } = await client.auth.verifyOtp({ email: wanted, token: mail?.code ?? '', type: 'email_change' });
  assert.equal(error, null);
  assert.equal(data.user?.email, wanted);
});

test('forged and foreign tokens are rejected', async () => {
  const ask = (token: string) =>
    fetch(`${site.url}/rest/v1/notes?select=id`, {
      headers: { apikey: site.backend.anonKey, authorization: `Bearer ${token}` },
    });
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = encode({ sub: 'x', role: 'service_role', exp: 4_000_000_000 });
  assert.equal((await ask(`${encode({ alg: 'none' })}.${claims}.`)).status, 401);
  assert.equal((await ask('not-a-token')).status, 401);
  assert.equal((await ask(`${encode({ alg: 'HS256', typ: 'JWT' })}.${claims}.c2lnbmF0dXJl`)).status, 401);
  assert.equal((await fetch(`${site.url}/rest/v1/notes`)).status, 401);
  assert.equal((await fetch(`${site.url}/rest/v1/notes`, { headers: { apikey: 'sb_publishable_wrong' } })).status, 401);
});

test('there is no other way to sign in: no account without address, no other provider, no key of an administrator', async () => {
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(`${site.url}/auth/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { apikey: site.backend.anonKey, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    });
    // The page that a provider would lead back to redirects, with an error.
    const text = `${answer.headers.get('location')} ${await answer.text()}`;
    assert.ok(answer.status >= 300 && answer.status < 500, `${path}: ${answer.status}`);
    assert.doesNotMatch(text, /access_token/, path);
  };
  const [before] = await site.backend.sql`select count(*)::int as n from auth.users`;
  await ask('signup', {});
  await ask('signup', { data: { full_name: 'Nobody' } });
  await ask('signup', { phone: '+919822012345', password: 'correct horse' });
  for (const provider of ['google', 'github', 'apple']) await ask(`authorize?provider=${provider}`);
  await ask('callback?code=x&state=y');
  await ask('callback', { code: 'x', state: 'y' });
  for (const grant of ['pkce', 'id_token', 'web3', 'client_credentials'])
    await ask(`token?grant_type=${grant}`, {
      auth_code: 'x',
      code_verifier: 'y',
      provider: 'google',
      id_token: 'a.b.c',
    });
  await ask('sso', { domain: 'example.in' });
  await ask('invite', { email: 'invited@example.in' });
  await ask('admin/generate_link', { type: 'magiclink', email: 'invited@example.in' });
  await ask('admin/users', { email: 'invited@example.in', password: 'correct horse' });
  const [after] = await site.backend.sql`select count(*)::int as n from auth.users`;
  assert.deepEqual(after, before);
});
