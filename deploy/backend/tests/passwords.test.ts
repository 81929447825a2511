// Which passwords may be chosen, and what a change of password asks for and ends.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import bcrypt from 'bcrypt';
import { addressed } from '../testing/addressed.ts';
import type { TestBackend } from '../testing/test-backend.ts';
import { confirmMailbox, signUp, startTestBackend } from '../testing/test-backend.ts';

let site: TestBackend;
before(async () => {
  site = await startTestBackend({ trustProxy: true });
});
after(() => site.stop());

const weak = [
  ['seven characters', '1a2b3c4'],
  ['seven emoji of two units each', '🛵'.repeat(7)],
  ['more than 72 bytes', 'x'.repeat(73)],
  ['72 characters of more than 72 bytes', `${'x'.repeat(71)}à`],
  ['a common one', 'qwertyuiop'],
  ['a common one in capitals', 'IloveYou1'],
] as const;
for (const [what, password] of weak) {
  test(`a password of ${what} is rejected at sign-up and at a change, for a known address too`, async () => {
    const { email: known, client } = await signUp(site);
    for (const email of ['not-yet-known@example.in', known])
      assert.equal((await site.client().auth.signUp({ email, password })).error?.code, 'weak_password', email);
    assert.equal((await client.auth.updateUser({ password })).error?.code, 'weak_password');
  });
}

test('words of the shop and of the account do not count in a password', async () => {
  const rejected = async (email: string, password: string, data = {}) =>
    (await site.client().auth.signUp({ email, password, options: { data } })).error?.code === 'weak_password';
  const email = 'asha.kulkarni@example.in';
  for (const password of [
    'twostroke123',
    'Two-Stroke 2026!',
    'HindWheels1',
    'royal enfield 350',
    'classic350-2026',
    'puneservice',
    'mechanic7',
  ])
    assert.equal(await rejected(email, password), true, password);
  for (const password of ['asha.kulkarni', 'Kulkarni2026', 'ashakulkarni99'])
    assert.equal(await rejected(email, password), true, password);
  assert.equal(await rejected(email, '98220-12345', { phone: '+919822012345' }), true);
  assert.equal(await rejected('other@example.in', 'Kulkarni2026'), false, 'words of another person');
  assert.equal(await rejected('third@example.in', 'my bike sings in the rain'), false, 'enough besides');

  const { email: own, client } = await signUp(site);
  const [mailbox] = own.split('@');
  const code = async (password: string) => (await client.auth.updateUser({ password })).error?.code;
  assert.equal(await code(`${mailbox}-2026`), 'weak_password');
  await site.backend.sql`update auth.users set phone = '919822054321' where email = ${own}`;
  assert.equal(await code('9822054321 x'), 'weak_password');
  assert.equal(await code('four wheels are two too many'), undefined);
});

test('72 bytes, eight letters of an Indian script and four words are good passwords', async () => {
  for (const [index, password] of ['x1'.repeat(36), 'पासवर्डनया', 'four bikes in rain'].entries()) {
    const email = `good${index}@example.in`;
    const client = site.client();
    assert.equal((await client.auth.signUp({ email, password })).error, null, password);
    await confirmMailbox(site, client, email);
    assert.equal((await site.client().auth.signInWithPassword({ email, password })).error, null);
    const other = password.slice(0, -1);
    assert.equal((await site.client().auth.signInWithPassword({ email, password: `${other}z` })).error?.status, 400);
  }
});

test('a password is hashed with cost 10 unless the machine sets another cost', async () => {
  const cheap = process.env['LITE_AUTH_BCRYPT_COST'];
  const costOfNewAccount = async () => {
    const { id } = await signUp(site);
    const [row] = await site.backend.sql<{ hash: string }[]>`
      select encrypted_password as hash from auth.users where id = ${id}`;
    return bcrypt.getRounds(row?.hash ?? '');
  };
  try {
    delete process.env['LITE_AUTH_BCRYPT_COST'];
    assert.equal(await costOfNewAccount(), 10);
    process.env['LITE_AUTH_BCRYPT_COST'] = '11';
    assert.equal(await costOfNewAccount(), 11);
  } finally {
    if (cheap !== undefined) process.env['LITE_AUTH_BCRYPT_COST'] = cheap;
    else delete process.env['LITE_AUTH_BCRYPT_COST'];
  }
});

/** A session as it is some time after its sign-in. */
async function openedLongAgo(): Promise<Awaited<ReturnType<typeof signUp>>> {
  const person = await signUp(site);
  await site.backend.sql`
    update auth.sessions set created_at = now() - interval '16 minutes' where user_id = ${person.id}`;
  return person;
}
const canSignIn = async (email: string, password: string) =>
  (await site.client().auth.signInWithPassword({ email, password })).error === null;

test('an open session changes the password only with the current one', async () => {
  const { email, password, client } = await openedLongAgo();
  const change = (current?: string) =>
    client.auth.updateUser({ password: 'a new password', ...(current ? { current_password: current } : {}) });
  assert.equal((await change()).error?.code, 'reauthentication_needed');
  assert.equal((await change('not it')).error?.code, 'invalid_credentials');
  assert.equal(await canSignIn(email, password), true);
  assert.equal((await change(password)).error, null);
  assert.deepEqual([await canSignIn(email, password), await canSignIn(email, 'a new password')], [false, true]);
});

test('an open session changes the e-mail address or number only with the current password', async () => {
  const { email, password, client } = await openedLongAgo();
  const wanted = `new-${email}`;
  const change = (current?: string) =>
    client.auth.updateUser({ email: wanted, ...(current ? { current_password: current } : {}) });
  assert.equal((await change()).error?.code, 'reauthentication_needed');
  assert.equal((await change('not it')).error?.code, 'invalid_credentials');
  assert.equal((await client.auth.updateUser({ phone: '+919820000077' })).error?.code, 'reauthentication_needed');
  assert.equal(site.mails.filter(({ to }) => to === wanted).length, 0);
  assert.equal((await client.auth.updateUser({ data: { full_name: 'Asha P' } })).error, null);
  assert.equal((await change(password)).error, null);
  assert.equal(site.mails.filter(({ to }) => to === wanted).length, 1);
});

test('a fresh sign-in needs no password for another e-mail address', async () => {
  const { email, client } = await signUp(site);
  assert.equal((await client.auth.updateUser({ email: `new-${email}` })).error, null);
});

test('the current password can be tried ten times', async () => {
  const { password, client } = await openedLongAgo();
  const change = (current_password: string) => client.auth.updateUser({ password: 'a new password', current_password });
  for (let times = 0; times < 10; times += 1) assert.equal((await change('not it')).error?.status, 400);
  assert.equal((await change(password)).error?.code, 'over_request_rate_limit');
});

test('a fresh sign-in needs no current password, and a wrong one is still rejected', async () => {
  const { client } = await signUp(site);
  const wrong = await client.auth.updateUser({ password: 'a new password', current_password: 'not it' });
  assert.equal(wrong.error?.code, 'invalid_credentials');
  assert.equal((await client.auth.updateUser({ password: 'a new password' })).error, null);
});

test('a change of the password ends all other sessions of that person, and of no other', async () => {
  const { email, password, client } = await signUp(site);
  const { client: stranger } = await signUp(site);
  const thief = site.client();
  await thief.auth.signInWithPassword({ email, password });
  assert.equal((await client.auth.updateUser({ password: 'a new password' })).error, null);
  assert.notEqual((await thief.auth.getUser()).error, null);
  assert.equal((await thief.auth.refreshSession()).data.session, null);
  assert.equal((await client.auth.getUser()).error, null);
  assert.notEqual((await client.auth.refreshSession()).data.session, null);
  assert.equal((await stranger.auth.getUser()).error, null);
});

test('a rejected change and a change of the name end no session', async () => {
  const { email, password, client } = await signUp(site);
  const other = site.client();
  await other.auth.signInWithPassword({ email, password });
  assert.equal((await client.auth.updateUser({ password })).error?.code, 'same_password');
  assert.equal((await client.auth.updateUser({ data: { full_name: 'Asha P' } })).error, null);
  assert.equal((await other.auth.getUser()).error, null);
});

test('without a session nothing changes, whatever the body says', async () => {
  const { email, password } = await signUp(site);
  const browser = addressed(site, '203.0.113.1');
  const body = { password: 'a new password', current_password: password, email };
  assert.equal((await browser.send('/user', body, { method: 'PUT' })).status, 401);
  assert.equal(await canSignIn(email, password), true);
});
