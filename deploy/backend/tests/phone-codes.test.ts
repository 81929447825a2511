import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SmsMessage } from '../adapters/message-adapters.ts';
import { defaultLimits } from '../backend-limits.ts';
import { silentLogger } from '../logger.ts';
import type { TestBackend } from '../testing/test-backend.ts';
import { startTestBackend } from '../testing/test-backend.ts';

let site: TestBackend;
// Noon in India, so that a test of a few minutes stays within one day; tests move it on.
let now = Date.parse('2026-11-20T12:00:00+05:30');
const unlimited = { max: 10_000, perSeconds: 1 };

const sms: SmsMessage[] = [];
const failures: string[] = [];
let provider = async () => undefined as void;

before(async () => {
  site = await startTestBackend({
    clock: () => now,
    logger: { ...silentLogger, error: (sentence) => void failures.push(sentence) },
    smsAdapter: {
      send: (message) => {
        sms.push(message);
        return provider();
      },
    },
    limits: { messagesPerAddress: unlimited, codeTriesPerAddress: unlimited },
  });
});
after(() => site.stop());

let lastPhone = 9_800_000_000;
const newPhone = () => `+91${(lastPhone += 1)}`;
const send = (phone: string, options = {}) => site.client().auth.signInWithOtp({ phone, options });
const verify = (phone: string, token: string, client = site.client()) =>
  client.auth.verifyOtp({ phone, token, type: 'sms' });
const codeOf = (phone: string) => sms.filter(({ to }) => to === phone).at(-1)?.values.code ?? '';
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('a code of six digits signs a new person in, and the same person later', async () => {
  const phone = newPhone();
  assert.equal((await send(phone, { data: { full_name: 'Ravi Kale' } })).error, null);
  assert.match(codeOf(phone), /^\d{6}$/);
  const client = site.client();
  const first = await verify(phone, codeOf(phone), client);
  assert.equal(first.error, null);
  assert.equal(first.data.user?.phone, phone.slice(1));
  assert.equal(first.data.user?.user_metadata['full_name'], 'Ravi Kale');
  const profile = await client.from('profiles').select('full_name, phone').single();
  assert.deepEqual(profile.data, { full_name: 'Ravi Kale', phone: phone.slice(1) });
  assert.equal((await client.auth.refreshSession()).error, null);
  assert.equal((await client.auth.updateUser({ data: { full_name: 'Ravi K' } })).error, null);
  assert.equal((await client.auth.signOut()).error, null);

  now += 31_000;
  await send(phone);
  const second = await verify(phone, codeOf(phone));
  assert.equal(second.data.user?.id, first.data.user?.id);
});

test('a code works once', async () => {
  const phone = newPhone();
  await send(phone);
  const code = codeOf(phone);
  assert.equal((await verify(phone, code)).error, null);
  const replay = await verify(phone, code);
  assert.deepEqual([replay.error?.status, replay.error?.code], [403, 'otp_expired']);
});

test('allows one send per 30 seconds', async () => {
  const phone = newPhone();
  await send(phone);
  now += 20_000;
  const early = await send(phone);
  assert.deepEqual([early.error?.status, early.error?.code], [429, 'over_sms_send_rate_limit']);
  assert.match(early.error?.message ?? '', /after 10 seconds/);
  now += 10_000;
  assert.equal((await send(phone)).error, null);
  assert.equal(sms.filter(({ to }) => to === phone).length, 2);
});

test('parallel sends cause one message', async () => {
  const phone = newPhone();
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(phone)));
  assert.equal(answers.filter(({ error }) => error === null).length, 1);
  assert.equal(sms.filter(({ to }) => to === phone).length, 1);
});

test('after five sends of an Indian calendar day the next ones are an hour apart', async () => {
  const phone = newPhone();
  const { sendsPerDay, slowPauseSeconds } = defaultLimits.phoneCode;
  for (let sent = 0; sent < sendsPerDay; sent += 1) {
    now += 31_000;
    assert.equal((await send(phone)).error, null);
  }
  now += 31_000;
  const sixth = await fetch(`${site.url}/auth/v1/otp`, {
    method: 'POST',
    headers: { apikey: site.backend.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ phone }),
  });
  assert.equal(sixth.status, 429);
  assert.equal(Number(sixth.headers.get('retry-after')), slowPauseSeconds - 31);
  now += (slowPauseSeconds - 31) * 1000;
  assert.equal((await send(phone)).error, null);
  now += 31_000;
  assert.equal((await send(phone)).error?.status, 429);
  const before = now;
  now = Date.parse('2026-11-21T00:00:01+05:30');
  for (let sent = 0; sent < 2; sent += 1) {
    assert.equal((await send(phone)).error, null, 'a new day');
    now += 31_000;
  }
  now = before;
});

test('a code expires after five minutes', async () => {
  const phone = newPhone();
  await send(phone);
  now += 300_000;
  assert.equal((await verify(phone, codeOf(phone))).error?.code, 'otp_expired');
  await send(phone);
  now += 299_000;
  assert.equal((await verify(phone, codeOf(phone))).error, null);
});

test('a code allows five attempts, a new code five more', async () => {
  const phone = newPhone();
  await send(phone);
  const code = codeOf(phone);
  for (let tries = 0; tries < 5; tries += 1)
    assert.equal((await verify(phone, wrong(code))).error?.code, 'otp_expired');
  assert.equal((await verify(phone, code)).error?.code, 'otp_expired');
  now += 31_000;
  await send(phone);
  for (let tries = 0; tries < 4; tries += 1) await verify(phone, wrong(codeOf(phone)));
  assert.equal((await verify(phone, codeOf(phone))).error, null);
});

test('parallel attempts: wrong ones count, right ones give one session', async () => {
  const guessed = newPhone();
  await send(guessed);
  await Promise.all(Array.from({ length: 20 }, () => verify(guessed, wrong(codeOf(guessed)))));
  assert.equal((await verify(guessed, codeOf(guessed))).error?.code, 'otp_expired');
  const [row] = await site.backend.sql`
    select attempts_without_cookie as attempts from backend.sign_in_codes where phone = ${guessed.slice(1)}`;
  assert.equal(row?.['attempts'], 5);

  const phone = newPhone();
  await send(phone);
  const answers = await Promise.all(Array.from({ length: 4 }, () => verify(phone, codeOf(phone))));
  assert.equal(answers.filter(({ error }) => error === null).length, 1);
});

test('without sign-up an unknown phone gets the same answer but no message', async () => {
  const phone = newPhone();
  assert.equal((await send(phone, { shouldCreateUser: false })).error, null);
  assert.equal(codeOf(phone), '');
});

test('without sign-up a phone with an account and one without meet the same waits', async () => {
  const member = newPhone();
  await send(member);
  await verify(member, codeOf(member));
  const stranger = newPhone();
  now += 31_000;
  const answers = async (phone: string) => {
    const statuses: (number | undefined)[] = [];
    for (const pause of [0, 1000, 31_000]) {
      now += pause;
      statuses.push((await send(phone, { shouldCreateUser: false })).error?.status);
    }
    return statuses;
  };
  assert.deepEqual(await answers(member), [undefined, 429, undefined]);
  assert.deepEqual(await answers(stranger), [undefined, 429, undefined]);
  assert.equal((await verify(stranger, '000000')).error?.status, 403);
  assert.equal(codeOf(stranger), '');
});

test('without sign-up the answer does not wait for the SMS, which only a phone with an account gets', async () => {
  const member = newPhone();
  await send(member);
  await verify(member, codeOf(member));
  now += 31_000;
  let release = () => undefined as void;
  provider = () => new Promise((resolve) => (release = resolve));
  assert.equal((await send(member, { shouldCreateUser: false })).error, null);
  release();
  provider = async () => undefined;
  assert.equal((await verify(member, codeOf(member))).error, null);
});

test('an SMS that the provider does not take is an error where everybody gets one, and in the log otherwise', async () => {
  const member = newPhone();
  await send(member);
  await verify(member, codeOf(member));
  now += 31_000;
  provider = () => Promise.reject(new Error('no credit left'));
  assert.equal((await send(newPhone())).error?.code, 'sms_send_failed');
  failures.length = 0;
  assert.equal((await send(member, { shouldCreateUser: false })).error, null);
  provider = async () => undefined;
  assert.deepEqual(failures, ['An SMS could not be sent: no credit left']);
});

test('rejects an invalid phone number', async () => {
  for (const phone of ['12', '+91 98765', 'abc', '+0123456789012'])
    assert.equal((await send(phone)).error?.code, 'validation_failed', phone);
});

test('codes are stored only as hashes', async () => {
  const phone = newPhone();
  await send(phone);
  const [row] = await site.backend.sql`select * from backend.sign_in_codes where phone = ${phone.slice(1)}`;
  assert.ok(!JSON.stringify(row).includes(`"${codeOf(phone)}"`));
  assert.match(String(row?.['code_hash']), /^[0-9a-f]{64}$/);
});
