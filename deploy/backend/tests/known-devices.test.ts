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
      passwordDelay: { freeTries: 2, firstMs: 10, maxMs: slowest },
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

test('a known browser has its own count of wrong passwords, and is rejected beyond it', async () => {
  const { email, password } = await signUp(site);
  const laptop = addressed(site, '203.0.113.9');
  await laptop.signIn(email, password);
  for (let times = 0; times < 10; times += 1) assert.equal((await laptop.signIn(email, 'wrong')).status, 400);
  assert.equal((await laptop.signIn(email, password)).status, 429);
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
