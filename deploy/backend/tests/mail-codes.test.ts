// Codes and links of mails belong to the browser that requested them: no stranger ends them or uses up their tries.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AddressedBrowser } from '../testing/addressed.ts';
import { addressed } from '../testing/addressed.ts';
import type { TestBackend } from '../testing/test-backend.ts';
import { signUp, startTestBackend } from '../testing/test-backend.ts';

let site: TestBackend;
let strangers = 0;
before(async () => {
  const many = { max: 10_000, perSeconds: 1 };
  site = await startTestBackend({ trustProxy: true, limits: { codeTriesPerAddress: many } });
});
after(() => site.stop());

const stranger = () => addressed(site, `198.51.100.${(strangers += 1) % 250}`);
const customer = () => addressed(site, `203.0.113.${(strangers += 1) % 250}`);
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** What the newest mail to a mailbox carries. */
function newestMail(to: string): { code: string; secret: string; kind: string } {
  const mail = site.mails.findLast((one) => one.to === to);
  const fragment = new URLSearchParams(new URL(mail?.link ?? 'http://none').hash.slice(1));
  return { code: mail?.code ?? '', secret: fragment.get('link') ?? '', kind: fragment.get('type') ?? '' };
}

const enter = async (browser: AddressedBrowser, email: string, token: string, type = 'email') =>
  (await browser.send('/verify', { email, token, type })).status;
const press = async (browser: AddressedBrowser, { secret, kind }: { secret: string; kind: string }) =>
  (await browser.send('/verify', { token_hash: secret, type: kind })).status;

/** Every request of a stranger that sends a mail to this mailbox, or would. */
async function pester(email: string): Promise<void> {
  const pest = stranger();
  for (const path of ['/recover', '/otp', '/magiclink']) await pest.send(path, { email });
  for (let times = 0; times < 5; times += 1) await enter(pest, email, String(times).padStart(6, '0'));
  const { client } = await signUp(site);
  await client.auth.updateUser({ email });
  await stranger().send('/signup', { email, password: 'password of a stranger' });
}

for (const path of ['/recover', '/otp', '/magiclink']) {
  test(`${path}: requests and tries of strangers leave the code and the link of a customer alone`, async () => {
    const { email } = await signUp(site);
    const owner = customer();
    await owner.send(path, { email });
    const byCode = newestMail(email);
    await pester(email);
    assert.equal(await enter(owner, email, byCode.code), 200);
    await owner.send(path, { email });
    const byLink = newestMail(email);
    await pester(email);
    assert.equal(await press(owner, byLink), 200);
  });
}

test('a sign-up that waits outlasts the sign-ups of strangers and the changes to its address', async () => {
  const email = 'waits@example.in';
  const owner = customer();
  await owner.send('/signup', { email, password: 'password of the owner' });
  const own = newestMail(email);
  await pester(email);
  assert.equal(await press(owner, own), 200);
  assert.equal((await owner.signIn(email, 'password of the owner')).status, 200);
});

test('a change of the address outlasts a stranger who wants the same one, and the first to show the mailbox has it', async () => {
  const email = 'wanted@example.in';
  const [first, second] = [await signUp(site), await signUp(site)];
  await first.client.auth.updateUser({ email });
  const own = newestMail(email);
  await second.client.auth.updateUser({ email });
  const others = newestMail(email);
  await stranger().send('/signup', { email, password: 'password of a stranger' });
  assert.equal(await press(customer(), own), 200);
  assert.equal(await press(stranger(), others), 403);
  assert.equal((await first.client.auth.getUser()).data.user?.email, email);
});

test('a code works in the browser that requested it, once, and not in the one of a stranger or a neighbour', async () => {
  const { email } = await signUp(site);
  const owner = customer();
  await owner.send('/otp', { email });
  const { code } = newestMail(email);
  const pest = stranger();
  await pest.send('/otp', { email });
  for (const browser of [pest, stranger()]) assert.equal(await enter(browser, email, code), 403);
  assert.equal(await enter(owner, email, code), 200);
  assert.equal(await enter(owner, email, code), 403);
});

test('five wrong tries end a code, and a new one has new tries', async () => {
  const { email } = await signUp(site);
  const owner = customer();
  for (const [tries, status] of [
    [5, 403],
    [4, 200],
  ] as const) {
    await owner.send('/otp', { email });
    const { code } = newestMail(email);
    for (let times = 0; times < tries; times += 1) assert.equal(await enter(owner, email, wrong(code)), 403);
    assert.equal(await enter(owner, email, code), status);
  }
});

test('callers without a cookie have five tries for what their address requested, which are not those of the browser', async () => {
  const { email } = await signUp(site);
  const owner = addressed(site, '203.0.113.251');
  await owner.send('/otp', { email });
  const { code } = newestMail(email);
  const neighbour = () => addressed(site, '203.0.113.251');
  for (let times = 0; times < 5; times += 1) await enter(neighbour(), email, wrong(code));
  assert.equal(await enter(neighbour(), email, code), 403);
  assert.equal(await enter(owner, email, code), 200);
  await neighbour().send('/otp', { email });
  assert.equal(await enter(neighbour(), email, newestMail(email).code), 200);
});

test('the newest mail of a browser replaces its older one', async () => {
  const { email } = await signUp(site);
  const owner = customer();
  await owner.send('/recover', { email });
  const older = newestMail(email);
  await owner.send('/otp', { email });
  assert.deepEqual([await press(owner, older), await enter(owner, email, older.code)], [403, 403]);
  assert.equal(await press(owner, newestMail(email)), 200);
});

test('after an hour neither code nor link works', async () => {
  const { email } = await signUp(site);
  const owner = customer();
  await owner.send('/otp', { email });
  await site.backend
    .sql`update backend.mail_codes set made_at = made_at - interval '61 minutes' where mailbox = ${email}`;
  const mail = newestMail(email);
  assert.deepEqual([await enter(owner, email, mail.code), await press(owner, mail)], [403, 403]);
});

test('a new password ends the codes and links that wait', async () => {
  const { email, client } = await signUp(site);
  const owner = customer();
  await owner.send('/recover', { email });
  assert.equal((await client.auth.updateUser({ password: 'another horse' })).error, null);
  assert.equal(await press(owner, newestMail(email)), 403);
});
