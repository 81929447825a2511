import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { codeOfStep, fromBase32 } from '../auth/factors/totp.ts';
import { createLogger, type LogFields } from '../logger.ts';
import { defaultMigrationsFolder } from '../database/prepare-database.ts';
import type { TestBackend } from '../testing/test-backend.ts';
import { signUp, startTestBackend } from '../testing/test-backend.ts';

let site: TestBackend;
/** The security events of a user, in order. */
const lines: Line[] = [];
const eventsOf = (user: string) => lines.filter((line) => line['user'] === user).map(({ event }) => event);
/** Ahead of the machine's clock, by as much as a test has moved it. */
let aheadMs = 0;
before(async () => {
  site = await startTestBackend({
    migrationsFolder: defaultMigrationsFolder,
    clock: () => Date.now() + aheadMs,
    logger: createLogger(false, (_, line) => lines.push(JSON.parse(line) as Line)),
    limits: { sessionCallsPerAddress: { max: 100_000, perSeconds: 1 } },
  });
});
after(() => site.stop());

type Line = LogFields & { event?: string };

interface Enrolled {
  id: string;
  secret: string;
}

/** What an authenticator app shows, `away` periods from now. */
const codeOf = ({ secret }: Enrolled, away = 0): string =>
  codeOfStep(fromBase32(secret), Math.floor((Date.now() + aheadMs) / 30_000) + away);

/** A code of none of the accepted periods. */
function wrongCodeOf(factor: Enrolled): string {
  const right = [-1, 0, 1].map((away) => codeOf(factor, away));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
}

async function enrol(client: SupabaseClient, friendlyName = 'Phone'): Promise<Enrolled> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'Twostroke' });
  assert.equal(error, null);
  assert.ok(data?.totp);
  return { id: data.id, secret: data.totp.secret };
}

/** Verifies the code of the next period that has not been used. */
async function verify(client: SupabaseClient, factor: Enrolled): Promise<void> {
  aheadMs += 30_000;
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor) });
  assert.equal(error, null);
}

async function levels(client: SupabaseClient): Promise<(string | null | undefined)[]> {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
}

/** An admin with a verified factor. */
async function adminWithFactor() {
  const person = await signUp(site);
  await site.backend.sql`select public.make_owner(${person.id})`;
  const factor = await enrol(person.client);
  await verify(person.client, factor);
  return { ...person, factor };
}

async function signIn({ email, password }: { email: string; password: string }): Promise<SupabaseClient> {
  const client = site.client();
  assert.equal((await client.auth.signInWithPassword({ email, password })).error, null);
  return client;
}

const isAdmin = async (client: SupabaseClient): Promise<unknown> => (await client.rpc('is_admin')).data;

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
  aheadMs += 30_000 - ((Date.now() + aheadMs) % 30_000);
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
  aheadMs += 30_000;
  const code = codeOf(person.factor);
  const clients = await Promise.all(Array.from({ length: 10 }, () => signIn(person)));
  const answers = await Promise.all(
    clients.map((client) => client.auth.mfa.challengeAndVerify({ factorId: person.factor.id, code })),
  );
  assert.equal(answers.filter(({ error }) => !error).length, 1);
});

test('wrong codes are slowed per account, in whichever session, and a right one ends that', async () => {
  const person = await adminWithFactor();
  aheadMs += 60_000;
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
  aheadMs += 20_000;
  assert.equal((await right()).error, null);
  const [left] = await site.backend.sql`select 1 from backend.factor_failures where user_id = ${person.id}`;
  assert.equal(left, undefined);
});

test('a challenge is of one factor and expires', async () => {
  const one = await adminWithFactor();
  const other = await adminWithFactor();
  const { data } = await other.client.auth.mfa.challenge({ factorId: other.factor.id });
  aheadMs += 30_000;
  const [client, code] = [await signIn(one), codeOf(one.factor)];
  const verifyWith = (challengeId: string) =>
    client.auth.mfa.verify({ factorId: one.factor.id, challengeId, code: codeOf(one.factor) });
  assert.equal((await verifyWith(data?.id ?? '')).error?.code, 'mfa_challenge_expired');
  const own = await client.auth.mfa.challenge({ factorId: one.factor.id });
  aheadMs += 301_000;
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

test('a recovery code works once and removes the factor; new codes replace the old ones', async () => {
  const person = await adminWithFactor();
  const written = await person.client.rpc('write_recovery_codes');
  const old = written.data as string[];
  const codes = (await person.client.rpc('write_recovery_codes')).data as string[];
  assert.equal(new Set([...old, ...codes]).size, 20);
  for (const code of codes) assert.match(code, /^[2-9a-km-z]{16}$/);
  const [stored] = await site.backend.sql<{ rows: string }[]>`
    select string_agg(c::text, ' ') as rows from private.recovery_codes c where user_id = ${person.id}`;
  for (const code of codes) assert.ok(!stored?.rows.includes(code));

  const client = await signIn(person);
  assert.equal((await client.rpc('write_recovery_codes')).error?.hint, 'second_factor_first');
  const use = async (code: string, as = client) => (await as.rpc('use_recovery_code', { code })).error?.hint ?? 'used';
  assert.equal(await use(old[0]!), 'recovery_code');
  assert.equal(await use(codes[0]!, (await adminWithFactor()).client), 'recovery_code', 'of another person');
  const typed = codes[0]!.toUpperCase().replace(/(.{4})(?=.)/g, '$1-');
  assert.equal(await use(typed), 'used');
  assert.equal(await use(codes[0]!), 'recovery_code');
  await client.auth.refreshSession();
  assert.deepEqual(await levels(client), ['aal1', 'aal1']);
  assert.equal(await isAdmin(client), true);
  // The session of the lost phone is no longer verified either.
  await person.client.auth.refreshSession();
  assert.deepEqual(await levels(person.client), ['aal1', 'aal1']);
});

test('the log has a line for each code of an app and each recovery code, right or wrong', async () => {
  const { id, client, factor } = await adminWithFactor();
  lines.length = 0;
  const wrong = { factorId: factor.id, code: wrongCodeOf(factor) };
  assert.equal((await client.auth.mfa.challengeAndVerify(wrong)).error?.code, 'mfa_verification_failed');
  await verify(client, factor);
  const codes = (await client.rpc('write_recovery_codes')).data as string[];
  await client.rpc('use_recovery_code', { code: 'abcd-efgh-abcd-efgh' });
  await client.rpc('use_recovery_code', { code: codes[0] });
  assert.deepEqual(eventsOf(id), ['code_rejected', 'factor_verified', 'code_rejected', 'recovery_code_used']);
  const written = JSON.stringify(lines);
  for (const secret of [...codes, wrong.code, factor.secret]) assert.ok(!written.includes(secret));
});

test('the log has a line when an app is removed', async () => {
  const { id, client, factor } = await adminWithFactor();
  lines.length = 0;
  assert.equal((await client.auth.mfa.unenroll({ factorId: factor.id })).error, null);
  assert.deepEqual(eventsOf(id), ['account_changed']);
});

test('recovery codes are guessed ten times in ten minutes at most', async () => {
  const { client } = await adminWithFactor();
  const statuses: number[] = [];
  for (let index = 0; index < 11; index += 1)
    statuses.push((await client.rpc('use_recovery_code', { code: 'abcd-efgh-abcd-efgh' })).status);
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 422), 429]);
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

test('the runbook for a lost factor removes app, recovery codes and sessions', async () => {
  const { email, password, client } = await adminWithFactor();
  assert.equal((await client.rpc('write_recovery_codes')).error, null);
  const runbook = readFileSync(new URL('../../hosting/runbooks/lost-second-factor.md', import.meta.url), 'utf8');
  const [statements = ''] = runbook.match(/(?<=```sql\n)[^`]*/) ?? [];
  await site.backend.sql.unsafe(statements.replaceAll('name@example.com', email));
  assert.equal((await client.auth.refreshSession()).data.session, null);
  const again = await signIn({ email, password });
  assert.deepEqual([await levels(again), await isAdmin(again)], [['aal1', 'aal1'], true]);
  const [left] = await site.backend.sql`
    select count(*)::int from private.recovery_codes c join auth.users u on u.id = c.user_id where u.email = ${email}`;
  assert.equal(left?.['count'], 0);
});
