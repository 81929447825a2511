// Neither an answer nor the time it takes tells whether an address has an account.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addressed } from '../testing/addressed.ts';
import type { TestBackend } from '../testing/test-backend.ts';
import { signUp, startTestBackend } from '../testing/test-backend.ts';

let site: TestBackend;
let known = '';
let unconfirmed = '';
let token = '';
let unknowns = 0;
const unknown = () => `unknown${(unknowns += 1)}@example.in`;
const many = { max: 10_000, perSeconds: 1 };

before(async () => {
  // As expensive as on the site: with cheap hashes, a hash that is left out takes no time that a test could see.
  process.env['LITE_AUTH_BCRYPT_COST'] = '10';
  site = await startTestBackend({
    trustProxy: true,
    limits: {
      messagesPerAddress: many,
      mailsPerMailbox: many,
      mailsPerMailboxOfAll: many,
      signUpsPerAddress: many,
      passwordTriesPerAddress: many,
      passwordTriesPerAccountAndAddress: many,
      passwordTriesPerAccount: many,
      passwordDelayMs: 0,
    },
  });
  ({ email: known } = await signUp(site));
  unconfirmed = 'waiting@example.in';
  await site.client().auth.signUp({ email: unconfirmed, password: 'correct horse' });
  const { client } = await signUp(site);
  token = (await client.auth.getSession()).data.session?.access_token ?? '';
});
after(() => site.stop());

/** An answer without what differs between any two people. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (value === null || typeof value !== 'object') return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
}

const browser = () => addressed(site, '203.0.113.1');
const calls: Record<string, (email: string) => Promise<Response>> = {
  'a wrong password': (email) => browser().signIn(email, 'not the password'),
  'a sign-up': (email) => browser().send('/signup', { email, password: 'another horse', data: { full_name: 'Ravi' } }),
  'a code by mail': (email) => browser().send('/otp', { email }),
  'a code by mail for accounts only': (email) => browser().send('/otp', { email, create_user: false }),
  'an older request for a code': (email) => browser().send('/magiclink', { email }),
  'a password reset': (email) => browser().send('/recover', { email }),
  'a mail once more': (email) => browser().send('/resend', { email, type: 'signup' }),
  'a change of the address': (email) => browser().send('/user', { email }, { method: 'PUT', token }),
  'a wrong code': (email) => browser().send('/verify', { email, token: '000000', type: 'recovery' }),
};
for (const [what, ask] of Object.entries(calls)) {
  test(`${what} gets the same answer for known and unknown addresses`, async () => {
    const read = async (answer: Response) => [answer.status, shapeOf(await answer.json()), [...answer.headers.keys()]];
    const ofUnknown = await read(await ask(unknown()));
    assert.deepEqual(await read(await ask(known)), ofUnknown);
    if (what !== 'a sign-up') assert.deepEqual(await read(await ask(unconfirmed)), ofUnknown);
  });
}

async function timeOf(ask: () => Promise<Response>): Promise<number> {
  const startedAt = performance.now();
  await (await ask()).arrayBuffer();
  return performance.now() - startedAt;
}
for (const what of ['a wrong password', 'a code by mail', 'a password reset', 'a change of the address']) {
  test(`${what} takes the same time for known and unknown addresses`, async () => {
    const ask = calls[what];
    assert.ok(ask);
    // The shortest times: what else the machine does only adds to them, so more pairs bring them closer together.
    let [ofKnown, ofUnknown] = [Infinity, Infinity];
    const isEqual = () => ofKnown / ofUnknown > 0.75 && ofKnown / ofUnknown < 1.34;
    for (let pair = 0; pair < 11 || (pair < 60 && !isEqual()); pair += 1) {
      ofKnown = Math.min(ofKnown, await timeOf(() => ask(known)));
      ofUnknown = Math.min(ofUnknown, await timeOf(() => ask(unknown())));
    }
    assert.ok(isEqual(), `${ofKnown} and ${ofUnknown} ms`);
  });
}

test('a sign-up of a taken address changes nothing, and its owner gets a mail', async () => {
  const { email, password } = await signUp(site);
  const sent = site.mails.length;
  await browser().send('/signup', { email, password: 'a stranger was here' });
  assert.deepEqual(
    site.mails.slice(sent).map(({ to, kind }) => [to, kind]),
    [[email, 'account_exists']],
  );
  assert.equal((await site.client().auth.signInWithPassword({ email, password })).error, null);
});

test('a change to a taken address waits like any other, and nothing confirms it', async () => {
  const { client } = await signUp(site);
  const { email: taken } = await signUp(site);
  const { data } = await client.auth.updateUser({ email: taken });
  assert.equal(data.user?.new_email, taken);
  assert.equal((await client.auth.getUser()).data.user?.new_email, taken);
  assert.deepEqual([site.mails.at(-1)?.to, site.mails.at(-1)?.kind], [taken, 'account_exists']);
  assert.equal(site.mails.at(-1)?.link, undefined);
});
