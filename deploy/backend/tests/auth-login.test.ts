import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defaultMigrationsFolder } from '../database/prepare-database.ts';
import { assertPlainLogin, assertRefused, connectAs, functionsOf, loginsOf } from '../testing/login-rights.ts';
import type { ManagedPostgres } from '../testing/managed-postgres.ts';
import { startManagedPostgres } from '../testing/managed-postgres.ts';
import type { TestBackend } from '../testing/test-backend.ts';
import { signUp, startTestBackend } from '../testing/test-backend.ts';
import { codeOfStep, fromBase32, periodSeconds } from '../auth/factors/totp.ts';

/* The database user of Auth, and what is left to the owner of the database while the shop is open. */
let server: ManagedPostgres;
/** A database as its owner, who may create roles. */
let databaseUrl: string;

before(async () => {
  server = await startManagedPostgres();
  databaseUrl = await server.newOwner('keeper', 'createrole bypassrls');
});
after(() => server.stop());

const openShop = () => startTestBackend({ databaseUrl, seed: 'catalog', migrationsFolder: defaultMigrationsFolder });

/** Every way in, and what a person does with an account. */
async function assertAuthWorks(site: TestBackend): Promise<void> {
  const { client, email, password } = await signUp(site);
  const ok = ({ error }: { error: unknown }, what: string) => assert.equal(error, null, what);
  ok(await client.auth.signInWithPassword({ email, password }), 'password');
  ok(await client.auth.refreshSession(), 'renewed');
  ok(await client.auth.updateUser({ data: { full_name: 'Asha K' } }), 'name');
  ok(await client.auth.resetPasswordForEmail(email), 'recovery');
  const token = site.mails.at(-1)?.code ?? '';
  ok(await site.client().auth.verifyOtp({ email, token, type: 'recovery' }), 'code of the mail');
  const phone = '+919000000077';
  ok(await site.client().auth.signInWithOtp({ phone }), 'SMS');
  const code = site.sms.at(-1)?.values.code ?? '';
  ok(await site.client().auth.verifyOtp({ phone, token: code, type: 'sms' }), 'code of the SMS');
  ok(await client.auth.updateUser({ password: 'battery staple 9' }), 'new password');
  ok(await client.auth.updateUser({ email: `new-${email}` }), 'new address');
  const changed = site.mails.at(-1)?.code ?? '';
  ok(await client.auth.verifyOtp({ email: `new-${email}`, token: changed, type: 'email_change' }), 'its code');
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  ok(enrolled, 'factor');
  const { id: factorId, totp } = enrolled.data as { id: string; totp: { secret: string } };
  const wrong = await client.auth.mfa.challengeAndVerify({ factorId, code: '000' });
  assert.equal(wrong.error?.code, 'mfa_verification_failed');
  const right = codeOfStep(fromBase32(totp.secret), Math.floor(Date.now() / 1000 / periodSeconds));
  ok(await client.auth.mfa.challengeAndVerify({ factorId, code: right }), 'code of the app');
  ok(await client.auth.mfa.unenroll({ factorId }), 'factor removed');
  ok(await client.auth.signOut(), 'signed out');
}

test("Auth's database user does what Auth states with accounts, and reads nothing of the shop", async () => {
  const site = await openShop();
  try {
    await assertAuthWorks(site);
    const { sql } = site.backend;
    const [login = '', ...others] = await loginsOf(sql, 'twostroke-auth');
    assert.deepEqual(others, []);
    assert.match(login, /^auth_[0-9a-f]{12}$/);
    await assertPlainLogin(sql, login);
    const tables = await sql<{ name: string; rights: string }[]>`
      select c.oid::regclass::text as name, string_agg(r.name, ' ' order by r.name) as rights
      from pg_class c join pg_namespace n on n.oid = c.relnamespace,
        unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'trigger', 'references']) r (name)
      where c.relkind in ('r', 'v', 'm', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
        and case when r.name in ('select', 'insert', 'update', 'references')
          then has_any_column_privilege(${login}, c.oid, r.name) else has_table_privilege(${login}, c.oid, r.name) end
      group by 1 order by 1`;
    assert.deepEqual(Object.fromEntries(tables.map(({ name, rights }) => [name, rights])), {
      'auth.mfa_challenges': 'delete insert select update',
      'auth.mfa_factors': 'delete insert select update',
      'auth.refresh_tokens': 'select update',
      'auth.sessions': 'select',
      'auth.users': 'select update',
      'backend.ended_sessions': 'select',
      'backend.factor_failures': 'insert select update',
      'backend.factor_steps': 'insert select update',
      'backend.sign_ups': 'select',
    });
    assert.deepEqual(await functionsOf(sql, login), [
      'describe_session',
      'end_expired_sessions',
      'end_other_sessions',
      'factors_of',
      'forget_unconfirmed',
      'give_back_sign_in_code',
      'note_mail_code',
      'note_sign_in_code',
      'note_sign_up',
      'settle_sign_up',
      'try_sign_in_code',
      'use_mail_code',
      'use_mail_link',
      'verify_session',
    ]);
    const auth = await connectAs(site, login, 'backend.auth_login');
    try {
      await assertRefused(auth, [
        'set role keeper',
        'set role service_role',
        'set role authenticated',
        'set session authorization keeper',
        'select from public.service_bookings',
        'select from public.invoices',
        'select from public.staff',
        'select from public.profiles',
        'select from public.message_outbox',
        'select from private.settings',
        'select from backend.api_login',
        'select from backend.mail_codes',
        'select recovery_token from auth.users',
        `update auth.users set encrypted_password = ''`,
        `insert into auth.users (id) values (gen_random_uuid())`,
        'delete from auth.users',
        `select public.get_booking('a')`,
        'select private.today()',
        'drop table auth.mfa_factors',
        'create table public.mine (id int)',
        'create schema mine',
        'create role mine',
        'alter function backend.settle_sign_up(text, text) security invoker',
        `copy (select 1) to program 'true'`,
      ]);
    } finally {
      await auth.end();
    }
  } finally {
    await site.stop();
  }
});

test('people sign up, sign in and prove factors while the owner of the database can not connect', async () => {
  const site = await openShop();
  try {
    await server.superuser`alter role keeper nologin`;
    await server.superuser`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'keeper'`;
    await assertAuthWorks(site);
    await assert.rejects(site.backend.sql`select 1`);
  } finally {
    await server.superuser`alter role keeper login`;
    await site.stop();
  }
});
