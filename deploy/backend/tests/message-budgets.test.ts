// Budgets of SMS and mails count sent messages only: rejected requests do not use them up.
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { defaultLimits } from '../backend-limits.ts';
import type { SmsMessage } from '../adapters/message-adapters.ts';
import { createPhoneCodes } from '../auth/phone-codes.ts';
import { defaultMigrationsFolder } from '../database/prepare-database.ts';
import { startTestBackend } from '../testing/test-backend.ts';

const unlimited = { max: 10_000, perSeconds: 1 };
const budget = 3;
const perMailbox = 2;
const day = 24 * 3600;
const unreachable = '+919000000099';
const sms: SmsMessage[] = [];
let now = Date.parse('2026-11-20T12:00:00+05:30');

const site = await startTestBackend({
  clock: () => now,
  migrationsFolder: defaultMigrationsFolder,
  limits: {
    messagesPerAddress: unlimited,
    mailsPerMailbox: { max: perMailbox, perSeconds: 3600 },
  },
  smsAdapter: {
    send: async (message) => {
      if (message.to === unreachable) throw new Error('The provider does not know this number.');
      sms.push(message);
    },
  },
});
await site.backend.sql`update private.message_budgets set sms_a_day = ${budget} where kind = 'sign_in_code'`;
after(() => site.stop());
beforeEach(() => {
  now += day * 1000;
  sms.length = 0;
});

async function post(path: string, body: object, options: { method?: string; key?: string } = {}): Promise<number> {
  const { method = 'POST', key = site.backend.anonKey } = options;
  const answer = await fetch(`${site.url}/auth/v1${path}`, {
    method,
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.body?.cancel();
  return answer.status;
}
const askCode = (phone: string, more: object = {}) => post('/otp', { phone, ...more });
let unknownNumbers = 919_000_000_100;
const unknownNumber = () => `+${(unknownNumbers += 1)}`;
const customer = (index: number) => `+91980000001${index}`;

/** Sends requests that never lead to an SMS, more of each kind than the budget has. */
const wasted: [string, () => Promise<number>, number][] = [
  ['requests for one number within its pause', () => askCode(customer(0)), 429],
  ['unknown numbers that may not sign up', () => askCode(unknownNumber(), { create_user: false }), 200],
  ['requests for an invalid number', () => askCode('12'), 400],
  ['requests with a wrong key', () => post('/otp', { phone: customer(9) }, { key: 'wrong' }), 401],
];
for (const [what, ask, status] of wasted) {
  test(`${what} do not use up the SMS budget of the site`, async () => {
    assert.equal(await askCode(customer(0)), 200);
    for (let times = 0; times < 2 * budget; times += 1) assert.equal(await ask(), status);
    for (let index = 1; index < budget; index += 1) assert.equal(await askCode(customer(index)), 200);
    assert.equal(sms.length, budget);
    assert.equal(await askCode(customer(budget)), 429, 'the budget is still enforced');
    assert.equal(sms.length, budget);
  });
}

test('an SMS that the provider rejects counts neither for the site nor for its number', async () => {
  for (let times = 0; times <= Math.max(budget, defaultLimits.phoneCode.sendsPerDay); times += 1) {
    assert.equal(await askCode(unreachable), 422);
    now += 31_000;
  }
  for (let index = 0; index < budget; index += 1) assert.equal(await askCode(customer(index)), 200);
});

test('parallel requests for many numbers send no more than the budget', async () => {
  const statuses = await Promise.all(Array.from({ length: 10 }, (_, index) => askCode(customer(index))));
  assert.equal(statuses.filter((status) => status === 200).length, budget);
  assert.equal(sms.length, budget);
});

test('what another process has sent, or this one before a restart, counts', async () => {
  const other = createPhoneCodes(
    site.backend.sql,
    { send: async () => undefined },
    {
      codeKey: 'key',
      clock: () => now,
      limits: defaultLimits.phoneCode,
      onFailure: () => undefined,
    },
  );
  for (let index = 0; index < budget; index += 1)
    await other.send(customer(index).slice(1), {
      mayCreateUser: true,
      userData: {},
      caller: { address: '203.0.113.1', browser: 'other', isKnown: false },
    });
  assert.equal(await askCode(customer(budget)), 429);
});

test('rejected requests for mails do not use up the budget of the mailbox', async () => {
  const email = 'asha@example.in';
  for (let times = 0; times < 2 * perMailbox; times += 1)
    assert.equal(await post('/user', { email }, { method: 'PUT' }), 401, 'a change of address without a session');
  for (let times = 0; times < perMailbox; times += 1) assert.equal(await post('/recover', { email }), 200);
  assert.equal(await post('/recover', { email }), 429);
});
