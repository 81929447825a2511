// Whatever strangers request or try for a number or a mailbox, its owner gets codes and mails, and can use them.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { defaultMigrationsFolder } from '../database/prepare-database.ts';
import { addressed } from '../testing/addressed.ts';
import type { TestBackend } from '../testing/test-backend.ts';
import { signUp, startTestBackend } from '../testing/test-backend.ts';

const siteBudget = 20;
let site: TestBackend;
let now = Date.parse('2026-11-20T12:00:00+05:30');
let strangers = 0;
let phones = 9_810_000_000;

before(async () => {
  site = await startTestBackend({
    clock: () => now,
    trustProxy: true,
    migrationsFolder: defaultMigrationsFolder,
    limits: { requestsPerAddress: { max: 100_000, perSeconds: 1 } },
  });
  await site.backend.sql`update private.message_budgets set sms_a_day = ${siteBudget} where kind = 'sign_in_code'`;
});
after(() => site.stop());
beforeEach(() => (now += 2 * 24 * 3600_000));

const stranger = () => addressed(site, `198.51.100.${(strangers += 1) % 250}`);
const newPhone = () => `+91${(phones += 1)}`;
const lastCode = (to: string) => site.sms.filter((sms) => sms.to === to).at(-1)?.values['code'] ?? '';
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
type Browser = ReturnType<typeof stranger>;

async function ask(browser: Browser, phone: string): Promise<number> {
  now += 31_000;
  return (await browser.send('/otp', { phone })).status;
}
const enter = async (browser: Browser, phone: string, token = lastCode(phone)) =>
  (await browser.send('/verify', { phone, token, type: 'sms' })).status;

test('a stranger who requests codes for a number slows themselves, and at last other unknown browsers', async () => {
  const phone = newPhone();
  const pest = stranger();
  const statuses: number[] = [];
  for (let times = 0; times < 7; times += 1) statuses.push(await ask(pest, phone));
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429]);
  const owner = addressed(site, '203.0.113.1');
  assert.equal(await ask(owner, phone), 200);
  assert.equal(await enter(owner, phone), 200);
  for (let times = 0; times < 8; times += 1) await ask(stranger(), phone);
  assert.equal(await ask(stranger(), phone), 429, 'strangers together have a bound');
  assert.equal(await ask(owner, phone), 200, 'the browser of the owner is not bound by it');
  assert.equal(await enter(owner, phone), 200);
  const newBrowser = addressed(site, '203.0.113.11');
  assert.equal(await ask(newBrowser, phone), 429);
  now += 3600_000;
  assert.equal(await ask(newBrowser, phone), 200, 'a new one of the owner waits an hour, not until midnight');
  assert.equal(await enter(newBrowser, phone), 200);
});

test('a number gets at most 36 SMS in a day, however many unknown browsers request them', async () => {
  const phone = newPhone();
  const owner = addressed(site, '203.0.113.12');
  await ask(owner, phone);
  await enter(owner, phone);
  now = Date.parse('2027-03-01T00:00:00+05:30');
  const before = site.sms.length;
  for (let minutes = 0; minutes < 24 * 60; minutes += 10) {
    assert.ok([200, 429].includes((await stranger().send('/otp', { phone })).status));
    await stranger().send('/otp', { phone });
    now += 600_000;
  }
  const sent = site.sms.slice(before).filter(({ to }) => to === phone).length;
  assert.ok(sent > 30 && sent <= 36, String(sent));
});

test('strangers who request and try codes leave the code and the pause of another browser alone', async () => {
  const phone = newPhone();
  const owner = addressed(site, '203.0.113.2');
  await ask(owner, phone);
  const code = lastCode(phone);
  const [pest, neighbour] = [stranger(), addressed(site, '203.0.113.2')];
  assert.equal((await pest.send('/otp', { phone })).status, 200, 'within the pause of the owner');
  const guesses = Array.from({ length: 20 }, (_, index) =>
    String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'),
  );
  for (const guess of guesses)
    for (const browser of [pest, neighbour, stranger()]) assert.notEqual(await enter(browser, phone, guess), 200);
  for (const browser of [pest, neighbour, stranger()])
    assert.notEqual(await enter(browser, phone, code), 200, 'the code of another browser');
  assert.equal(await enter(owner, phone, code), 200);
});

test('the browser that requested a code has five tries', async () => {
  const phone = newPhone();
  const owner = addressed(site, '203.0.113.3');
  await ask(owner, phone);
  for (let times = 0; times < 5; times += 1) await enter(owner, phone, wrong(lastCode(phone)));
  assert.equal(await enter(owner, phone), 403);
});

test('482 refused requests use up nothing, and a flood of new numbers stops none with an account', async () => {
  const known = newPhone();
  const owner = addressed(site, '203.0.113.4');
  await ask(owner, known);
  await enter(owner, known);
  const pest = stranger();
  await ask(pest, newPhone());
  const pestered = newPhone();
  await ask(pest, pestered);
  for (let times = 0; times < 482; times += 1) assert.equal((await pest.send('/otp', { phone: pestered })).status, 429);
  while ((await ask(stranger(), newPhone())) === 200);
  assert.equal(site.sms.at(-1)?.to === known, false);
  assert.equal(await ask(addressed(site, '203.0.113.5'), known), 200, 'in a new browser of the customer, too');
  const proven = newPhone();
  await site.backend.sql`select private.prove_number(${proven})`;
  assert.equal(await ask(addressed(site, '203.0.113.5'), proven), 200, 'a proven number without an account');
  const onlyAccounts = { phone: newPhone(), create_user: false };
  assert.equal((await stranger().send('/otp', onlyAccounts)).status, 200, 'which does not tell who has an account');
});

test('a mailbox that strangers flood gets no further mail of theirs, and its owner is not refused', async () => {
  const { email, password } = await signUp(site);
  const owner = addressed(site, '203.0.113.7');
  await owner.signIn(email, password);
  const sent = () => site.mails.filter(({ to }) => to === email).length;
  for (let times = 0; times < 40; times += 1) assert.equal((await stranger().send('/recover', { email })).status, 200);
  assert.equal(sent(), 15, 'with the one that confirmed the address');
  assert.equal((await addressed(site, '203.0.113.8').send('/recover', { email })).status, 200);
  assert.equal(sent(), 15, 'the newest mail still works');
  assert.equal((await owner.send('/recover', { email })).status, 200);
  assert.equal(sent(), 16);
});

test('at an address where a stranger has requested all messages, a known browser gets its code', async () => {
  const phone = newPhone();
  const owner = addressed(site, '203.0.113.9');
  await ask(owner, phone);
  await enter(owner, phone);
  const cafe = addressed(site, '203.0.113.99');
  let status = 200;
  while (status === 200) ({ status } = await cafe.send('/recover', { email: `x${(strangers += 1)}@example.in` }));
  now += 31_000;
  assert.equal((await cafe.send('/otp', { phone })).status, 429);
  assert.equal((await owner.at('203.0.113.99').send('/otp', { phone })).status, 200);
});
