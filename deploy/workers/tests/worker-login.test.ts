import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { BackendOptions } from '../../backend/backend-options.ts';
import { silentLogger } from '../../backend/logger.ts';
import { defaultMigrationsFolder } from '../../backend/database/prepare-database.ts';
import { job } from '../../backend/testing/attacked-shop.ts';
import {
  assertPlainLogin,
  assertRefused,
  connectAs,
  functionsOf,
  loginsOf,
  relationsOf,
} from '../../backend/testing/login-rights.ts';
import type { ManagedPostgres } from '../../backend/testing/managed-postgres.ts';
import { startManagedPostgres } from '../../backend/testing/managed-postgres.ts';
import { poll } from '../../backend/testing/poll.ts';
import type { TestBackend } from '../../backend/testing/test-backend.ts';
import { startTestBackend } from '../../backend/testing/test-backend.ts';
import { embeddedWorkers } from '../embedded-workers.ts';
import { razorpayKeys } from '../testing/fake-razorpay.ts';
import { runWorker } from '../messages/run-worker.ts';
import { runPayments } from '../payments/run-payments.ts';

/* The database user of the workers, made by an owner who is no superuser, and an operator's own. */
let server: ManagedPostgres;
/** A database as its owner, who may create roles. */
let databaseUrl: string;

before(async () => {
  server = await startManagedPostgres();
  databaseUrl = await server.newOwner('rights', 'createrole bypassrls');
});
after(() => server.stop());

const shopOn = (
  url: string,
  logins: Pick<BackendOptions, 'apiDatabaseUrl' | 'authDatabaseUrl' | 'realtimeDatabaseUrl' | 'workerDatabaseUrl'> = {},
) =>
  startTestBackend({
    ...{ databaseUrl: url, ...logins, seed: 'catalog', migrationsFolder: defaultMigrationsFolder },
    workers: embeddedWorkers({ payments: { gateway: { ...razorpayKeys, baseUrl: 'http://127.0.0.1:9' } } }),
  });

/** Books as a visitor, and waits for the SMS about it. */
async function assertMessagesAreSent(site: TestBackend): Promise<void> {
  const visitor = site.client();
  const slots = await visitor.rpc('list_slots', { mode: 'workshop', items: job.items, model: job.model });
  const { date, start } = (slots.data as { first_free: { date: string; start: string } }).first_free;
  const request = {
    ...{ ...job, request_id: randomUUID(), date, time: start, expected_total: 999 },
    ...{ name: 'Asha Kulkarni', phone: '90000 00012', vehicle_number: 'MH 12 ZZ 0042' },
  };
  assert.equal((await visitor.rpc('create_booking', { request })).error, null);
  await poll('the SMS about the booking', async () => site.sms.some(({ template }) => template === 'confirmation'));
}

/** The logins of the connections that workers have. */
const loginsOfWorkers = ({ backend }: TestBackend): Promise<string[]> => loginsOf(backend.sql, 'twostroke-worker');

test("the workers' database user runs the functions of messages and payments, and reaches nothing else", async () => {
  const site = await shopOn(databaseUrl);
  try {
    await assertMessagesAreSent(site);
    await site.backend.reconcilePayments();
    const [login = ''] = await loginsOfWorkers(site);
    assert.match(login, /^worker_[0-9a-f]{12}$/);
    const { sql } = site.backend;
    await assertPlainLogin(sql, login);
    assert.deepEqual(await relationsOf(sql, login), []);
    assert.deepEqual(await functionsOf(sql, login), [
      'alert_budgets',
      'apply_payment_event',
      'apply_refund_event',
      'claim_messages',
      'claim_orders',
      'claim_refunds',
      'expire_unpaid_bookings',
      'keep_order',
      'message_failed',
      'message_sent',
      'message_to_send',
      'offer_waitlist_places',
      'payment_for_gateway',
      'read_call_limits',
      'seconds_to_next_message',
      'take_payments',
      'to_uuid',
    ]);
    const worker = await connectAs(site, login, 'backend.worker_login');
    try {
      await assertRefused(worker, [
        'set role rights',
        'set role service_role',
        'set role authenticated',
        'set session authorization rights',
        'select from public.service_bookings',
        'select from public.message_outbox',
        'update public.message_outbox set recipient = null',
        'select from private.settings',
        'select from auth.users',
        'select from backend.api_login',
        'select private.today()',
        `select public.get_booking('a')`,
        `update public.payments set status = 'captured'`,
        'drop table public.message_outbox',
        'create table public.mine (id int)',
        'create schema mine',
        'create role mine',
        'alter function private.claim_messages(int) security invoker',
        `copy (select 1) to program 'true'`,
      ]);
    } finally {
      await worker.end();
    }
  } finally {
    await site.stop();
  }
});

test('a right that an earlier version gave ends at the next start', async () => {
  const first = await shopOn(databaseUrl);
  const [login = ''] = await loginsOfWorkers(first);
  await first.backend.sql.unsafe(`grant execute on function private.today() to ${login}`);
  await first.stop();
  const second = await shopOn(databaseUrl);
  try {
    const [row] = await second.backend.sql<{ may: boolean }[]>`
      select has_function_privilege(${login}, 'private.today()', 'execute') as may`;
    assert.equal(row?.may, false);
    await assertMessagesAreSent(second);
  } finally {
    await second.stop();
  }
});

test("an operator's own login of the workers gets their rights, and must have no others", async () => {
  const plain = await server.newOwner('plain', 'nocreaterole');
  const apiDatabaseUrl = await server.newLogin('operators_api', 'plain');
  const authDatabaseUrl = await server.newLogin('operators_auth', 'plain');
  const realtimeDatabaseUrl = await server.newLogin('operators_realtime', 'plain');
  const logins = { apiDatabaseUrl, authDatabaseUrl, realtimeDatabaseUrl };
  await server.superuser.unsafe('grant anon, authenticated, service_role to operators_api, plain');
  await assert.rejects(
    shopOn(plain, logins),
    /it lacks CREATEROLE, to create logins, or those logins in TWOSTROKE_WORKER_DATABASE_URL\./,
  );
  const workerDatabaseUrl = await server.newLogin('operators_worker', 'plain');
  await server.superuser.unsafe('grant authenticated to operators_worker');
  await assert.rejects(
    shopOn(plain, { ...logins, workerDatabaseUrl }),
    /The workers' database user operators_worker may become authenticated\. It must be a member of no role\./,
  );
  await server.superuser.unsafe('revoke authenticated from operators_worker');
  const site = await shopOn(plain, { ...logins, workerDatabaseUrl });
  try {
    await assertMessagesAreSent(site);
    assert.deepEqual(await loginsOfWorkers(site), ['operators_worker']);
  } finally {
    await site.stop();
  }
});

test('a worker of its own connects as its login, whose rights a start with the owner gives', async () => {
  const worker = await server.newLogin('process_worker', 'rights');
  const told: string[] = [];
  const logger = { ...silentLogger, info: (line: string) => void told.push(line) };
  const env = { SITE_URL: 'https://twostroke.example', TWOSTROKE_WORKER_DATABASE_URL: worker };
  await assert.rejects(runWorker(['--once'], env, logger), { code: '42501' });
  for (const given of [{ ...env, DATABASE_URL: databaseUrl }, env]) await runWorker(['--once'], given, logger);
  assert.deepEqual(told, ['Messages sent: 0.', 'Messages sent: 0.']);
});

test('processes of messages and payments make that login where none is given, and outlive the login of the owner', async () => {
  const env = {
    ...{ DATABASE_URL: databaseUrl, SITE_URL: 'https://twostroke.example', TWOSTROKE_PAYMENTS_PORT: '0' },
    ...{ SUPABASE_URL: 'http://127.0.0.1:9', SUPABASE_ANON_KEY: 'key', TWOSTROKE_RAZORPAY_URL: 'http://127.0.0.1:9' },
    TWOSTROKE_RAZORPAY_KEY_ID: razorpayKeys.keyId,
    TWOSTROKE_RAZORPAY_KEY_SECRET: razorpayKeys.keySecret,
    TWOSTROKE_RAZORPAY_WEBHOOK_SECRET: razorpayKeys.webhookSecret,
  };
  await assert.rejects(
    runWorker(['--once'], { ...env, DATABASE_URL: server.urlOf('plain', 'plain') }, silentLogger),
    /The user plain of DATABASE_URL may not create the workers' login: it lacks CREATEROLE\./,
  );
  const [messages, payments] = await Promise.all([runWorker([], env, silentLogger), runPayments(env, silentLogger)]);
  try {
    await server.superuser`alter role rights nologin`;
    await server.superuser`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'rights'`;
    const webhook = { method: 'POST', body: '{}', headers: { 'x-razorpay-signature': 'forged' } };
    assert.equal((await fetch(`${payments.url}/payments/v1/webhooks/razorpay`, webhook)).status, 400);
    assert.equal((await fetch(`${payments.url}/payments/v1/checkout/${randomUUID()}`)).status, 404);
    assert.equal((await fetch(`${payments.url}/readyz`)).status, 200);
    const users = await server.superuser`
      select distinct application_name as name, left(usename::text, 7) as user from pg_stat_activity
      where datname = 'rights'`;
    assert.deepEqual([...users], [{ name: 'twostroke-worker', user: 'worker_' }]);
  } finally {
    await messages?.close();
    await payments.close();
    await server.superuser`alter role rights login`;
  }
});
