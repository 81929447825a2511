// A stranger's wrong passwords slow other strangers. They lock nobody out of an account.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addressed } from '../testing/addressed.ts';
import type { TestBackend } from '../testing/test-backend.ts';
import { signUp, startTestBackend } from '../testing/test-backend.ts';

const days = 24 * 3600_000;
const slowest = 40;
let site: TestBackend;
let now = Date.parse('2026-11-20T12:00:00+05:30');
let strangers = 0;

before(async () => {
  site = await startTestBackend({
    clock: () => now,
    trustProxy: true,
    limits: {
      passwordTriesPerAccount: { max: 5, perSeconds: 900 },
      passwordDelayMs: slowest,
    },
  });
});
after(() => site.stop());
beforeEach(() => (now += 3600_000));

const stranger = () => addressed(site, `198.51.100.${(strangers += 1) % 250}`);

test('50 wrong passwords from everywhere do not lock out a browser in which the person has signed in', async () => {
  const { email, password } = await signUp(site);
  const laptop = addressed(site, '203.0.113.7');
  assert.equal((await laptop.signIn(email, password)).status, 200);
  for (let times = 0; times < 50; times += 1) assert.equal((await stranger().signIn(email, 'wrong')).status, 400);
  // At the café where the laptop is now, a stranger has used up the address.
  const cafe = addressed(site, '203.0.113.80');
  let status = 0;
  while (status !== 429) ({ status } = await cafe.signIn(email, 'wrong'));
  const started = performance.now();
  assert.equal((await laptop.at('203.0.113.80').signIn(email, password)).status, 200);
  assert.ok(performance.now() - started < 10_000);
});

test('a new browser of the person is slowed by strangers, and not rejected', async () => {
  const { email, password } = await signUp(site);
  for (let times = 0; times < 50; times += 1) await stranger().signIn(email, 'wrong');
  const started = performance.now();
  assert.equal((await addressed(site, '203.0.113.8').signIn(email, password)).status, 200);
  assert.ok(performance.now() - started >= slowest);
});

/** The status of an answer, and how long it says to wait: in its header and in its words. */
async function waitOf(answer: Response): Promise<{ status: number; seconds: number; words: string | undefined }> {
  const { msg } = (await answer.json()) as { msg?: string };
  return { status: answer.status, seconds: Number(answer.headers.get('retry-after')), words: msg };
}
const waiting = (seconds: number) => ({
  status: 429,
  seconds,
  words: `Too many attempts. Try again in ${seconds} seconds.`,
});

test('a new browser has 10 tries and then one each 90 seconds, and is told when the next one counts', async () => {
  const { email, password } = await signUp(site);
  const { email: other, password: othersPassword } = await signUp(site);
  const browser = addressed(site, '203.0.113.20');
  const wrong = async () => (await browser.signIn(email, 'wrong')).status;
  for (let times = 0; times < 10; times += 1) assert.equal(await wrong(), 400);
  assert.deepEqual(await waitOf(await browser.signIn(email, password)), waiting(90));
  now += 50_000;
  assert.deepEqual(await waitOf(await browser.signIn(email, password)), waiting(40));
  assert.equal((await browser.at('203.0.113.21').signIn(email, 'wrong')).status, 400, 'another address');
  now += 40_000;
  assert.equal(await wrong(), 400);
  assert.deepEqual(await waitOf(await browser.signIn(email, password)), waiting(90));
  // What is rejected counts for nothing: the address still has places for other accounts.
  for (let times = 0; times < 60; times += 1) assert.equal(await wrong(), 429);
  assert.equal((await browser.signIn(other, othersPassword)).status, 200, 'another account');
  now += 90_000;
  assert.equal((await browser.signIn(email, password)).status, 200);
});

test('an address has 60 tries for any accounts and then one each 15 seconds', async () => {
  const browser = addressed(site, '203.0.113.22');
  const guess = async (at: number) => browser.signIn(`nobody${at}@example.in`, 'wrong');
  for (let times = 0; times < 60; times += 1) assert.equal((await guess(times)).status, 400);
  assert.deepEqual(await waitOf(await guess(60)), waiting(15));
  now += 15_000;
  assert.equal((await guess(61)).status, 400);
  assert.deepEqual(await waitOf(await guess(62)), waiting(15));
});

test('a known browser has its own count of wrong passwords, and waits 90 seconds beyond it', async () => {
  const { email, password } = await signUp(site);
  const laptop = addressed(site, '203.0.113.9');
  await laptop.signIn(email, password);
  for (let times = 0; times < 10; times += 1) assert.equal((await laptop.signIn(email, 'wrong')).status, 400);
  assert.deepEqual(await waitOf(await laptop.signIn(email, password)), waiting(90));
  now += 90_000;
  assert.equal((await laptop.signIn(email, password)).status, 200);
});

test('a browser is known for 90 days, for this person only, and only by a cookie that this site signed', async () => {
  const { email, password } = await signUp(site);
  const { email: other, password: othersPassword } = await signUp(site);
  const laptop = addressed(site, '203.0.113.10');
  await laptop.signIn(other, othersPassword);
  await laptop.signIn(email, password);
  const isKnown = async (person: string, word: string, browser = laptop) => {
    const elsewhere = addressed(site, '203.0.113.90');
    let status = 0;
    while (status !== 429) ({ status } = await elsewhere.signIn(person, 'wrong'));
    return (await browser.at('203.0.113.90').signIn(person, word)).status === 200;
  };
  assert.equal(await isKnown(email, password), true);
  assert.equal(await isKnown(other, othersPassword), true, 'a second person keeps the first one');
  now += 3600_000;
  const { email: third, password: thirdPassword } = await signUp(site);
  assert.equal(await isKnown(third, thirdPassword), false);
  now += 3600_000;
  const forged = laptop.withCookie(laptop.cookie.replaceAll(/\.\d{10}\./g, '.4000000000.'));
  assert.equal(await isKnown(email, password, forged), false);
  now += 90 * days;
  assert.equal(await isKnown(email, password), false);
});

test('the cookie is out of reach for scripts and other sites, and holds no mailbox', async () => {
  const { email, password } = await signUp(site);
  const answer = await addressed(site, '203.0.113.11').signIn(email, password);
  const cookie = answer.headers.get('set-cookie') ?? '';
  assert.match(cookie, /^twostroke-device=[\w.~-]+; Path=\/auth\/v1\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/);
  assert.ok(!cookie.includes(email));
  assert.equal((await addressed(site, '203.0.113.12').signIn(email, 'wrong')).headers.get('set-cookie'), null);
});
