import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { isAdmin, levels, startFactorSite } from '../testing/factor-site.ts';

/* What helps when the phone with the app is lost, and what the log says of it. */
const { site, lines, eventsOf, wrongCodeOf, verify, adminWithFactor, signIn } = await startFactorSite();
after(() => site.stop());

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

test('recovery codes are guessed ten times in ten minutes at most', async () => {
  const { client } = await adminWithFactor();
  const statuses: number[] = [];
  for (let index = 0; index < 11; index += 1)
    statuses.push((await client.rpc('use_recovery_code', { code: 'abcd-efgh-abcd-efgh' })).status);
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 422), 429]);
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
