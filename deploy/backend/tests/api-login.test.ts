import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import type { BackendOptions } from '../backend-options.ts';
import { defaultMigrationsFolder } from '../database/prepare-database.ts';
import type { ManagedPostgres } from '../testing/managed-postgres.ts';
import { startManagedPostgres } from '../testing/managed-postgres.ts';
import { webp } from '../testing/photos.ts';
import { poll } from '../testing/poll.ts';
import type { TestBackend } from '../testing/test-backend.ts';
import { signUp, startTestBackend } from '../testing/test-backend.ts';

/* The database user of the API, and a user of DATABASE_URL who is no superuser. */
let server: ManagedPostgres;

before(async () => {
  server = await startManagedPostgres();
});
after(() => server.stop());

const shopOn = (databaseUrl: string, options: Partial<BackendOptions> = {}) =>
  startTestBackend({ databaseUrl, seed: 'catalog', migrationsFolder: defaultMigrationsFolder, ...options });

/** What a visitor, a customer and the feed of changes need of the database. */
async function assertItWorks(site: TestBackend): Promise<void> {
  const visitor = site.client();
  assert.ok(((await visitor.from('models').select('id')).data ?? []).length > 20, 'the catalog');
  const items = [{ id: 'oil-change', quantity: 1 }];
  const slots = await visitor.rpc('list_slots', { mode: 'workshop', items, model: 'royal-enfield/classic-350' });
  assert.equal(slots.error, null);
  const { client, id, email, password } = await signUp(site);
  assert.equal((await client.auth.refreshSession()).error, null);
  assert.equal((await client.auth.updateUser({ data: { full_name: 'Asha K' } })).error, null);
  const changes: unknown[] = [];
  await new Promise<void>((resolve) => {
    client
      .channel('own')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'service_bookings' }, (change) =>
        changes.push(change),
      )
      .subscribe((state) => state === 'SUBSCRIBED' && resolve());
  });
  const { date, start } = (slots.data as { first_free: { date: string; start: string } }).first_free;
  const request = {
    ...{
      request_id: crypto.randomUUID(),
      mode: 'workshop',
      items,
      model: 'royal-enfield/classic-350',
      date,
      time: start,
    },
    ...{ name: 'Asha Kulkarni', phone: '90000 00012', vehicle_number: 'MH 12 ZZ 0042', expected_total: 999 },
  };
  assert.equal((await client.rpc('create_booking', { request })).error, null);
  await poll('the booking in the feed of changes', async () => changes.length > 0);
  await client.auth.resetPasswordForEmail(email);
  const recovered = await site
    .client()
    .auth.verifyOtp({ email, token: site.mails.at(-1)?.code ?? '', type: 'recovery' });
  assert.equal(recovered.error, null);
  const phone = '+919000000077';
  assert.equal((await client.auth.signInWithOtp({ phone })).error, null);
  const token = site.sms.at(-1)?.values.code ?? '';
  assert.equal((await site.client().auth.verifyOtp({ phone, token, type: 'sms' })).error, null);
  assert.equal((await client.auth.signInWithPassword({ email, password })).error, null);
  assert.equal((await client.from('profiles').select().eq('user_id', id)).data?.length, 1);
  assert.equal((await client.auth.signOut()).error, null);
}

/** Policies that hold for the API's login only show whose connections Storage and Realtime use. */
async function assertTheyAskAsTheApi(site: TestBackend): Promise<void> {
  const ofApi = `session_user ~ '^authenticator_[0-9a-f]{12}$'`;
  await site.backend.sql
    .unsafe(
      `create policy "api only" on public.service_bookings as restrictive for select to authenticated using (${ofApi});
      insert into storage.buckets (id, name) values ('open', 'open');
      create policy "open" on storage.objects to anon
        using (bucket_id = 'open' and ${ofApi}) with check (bucket_id = 'open' and ${ofApi});`,
    )
    .simple();
  await assertItWorks(site);
  const open = site.client().storage.from('open');
  const added = await open.upload('a.webp', new Blob([new Uint8Array(webp())], { type: 'image/webp' }));
  assert.equal(added.error, null, JSON.stringify(added.error));
  assert.deepEqual(
    (await open.list()).data?.map(({ name }) => name),
    ['a.webp'],
  );
  assert.equal((await open.download('a.webp')).error, null);
  assert.deepEqual(
    (await open.remove(['a.webp'])).data?.map(({ name }) => name),
    ['a.webp'],
  );
}

test("the API's database user may become the roles of callers only, and reaches Auth's tables only", async () => {
  const site = await shopOn(await server.newOwner('rights', 'createrole bypassrls'));
  try {
    await assertTheyAskAsTheApi(site);
    const { sql } = site.backend;
    const users = await sql<{ user: string }[]>`
      select distinct usename as user from pg_stat_activity
      where application_name = 'twostroke-api' and datname = current_database()`;
    assert.equal(users.length, 1);
    const [row] = users;
    assert.match(row!.user, /^authenticator_[0-9a-f]{12}$/);
    const [role] = await sql`
      select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication, rolinherit, rolcanlogin
      from pg_roles where rolname = ${row!.user}`;
    assert.deepEqual(Object.values({ ...role }), [false, false, false, false, false, false, true]);
    const tables = await sql<{ name: string; rights: string }[]>`
      select c.oid::regclass::text as name, string_agg(r, ' ' order by r) as rights
      from pg_class c join pg_namespace n on n.oid = c.relnamespace,
        unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'trigger', 'references']) r
      where c.relkind in ('r', 'v', 'm', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
        and has_table_privilege(${row!.user}, c.oid, r)
      group by 1 order by 1`;
    assert.deepEqual(Object.fromEntries(tables.map(({ name, rights }) => [name, rights])), {
      'auth.audit_log_entries': 'insert',
      'auth.flow_state': 'delete insert select update',
      'auth.identities': 'delete insert select update',
      'auth.refresh_tokens': 'delete insert select update',
      'auth.sessions': 'delete insert select update',
      'auth.users': 'insert select update',
    });
    const [{ password } = { password: '' }] = await sql<{ password: string }[]>`select password from backend.api_login`;
    const url = new URL(site.backend.databaseUrl);
    [url.username, url.password] = [row!.user, password];
    const api = postgres(url.href, { max: 1, onnotice: () => undefined });
    try {
      for (const statement of [
        'set role rights',
        'set role postgres',
        'set session authorization postgres',
        'select from public.service_bookings',
        'select from private.settings',
        'select from backend.api_login',
        'create table public.mine (id int)',
        'create role mine',
        'alter table auth.users disable trigger all',
        `copy (select 1) to program 'true'`,
      ])
        await assert.rejects(api.unsafe(statement), { code: /^(42501|42P01|22023)$/ }, statement);
    } finally {
      await api.end();
    }
  } finally {
    await site.stop();
  }
});

test('an owner who may not create roles uses those of an operator', async () => {
  const databaseUrl = await server.newOwner('plain', 'nocreaterole');
  const apiDatabaseUrl = await server.newLogin('operators_login', 'plain');
  const grantTo = (role: string) => server.superuser.unsafe(`grant anon, authenticated, service_role to ${role}`);
  await grantTo('operators_login');
  await grantTo('plain');
  const authDatabaseUrl = await server.newLogin('operators_auth', 'plain');
  const realtimeDatabaseUrl = await server.newLogin('operators_realtime', 'plain');
  const site = await shopOn(databaseUrl, { apiDatabaseUrl, authDatabaseUrl, realtimeDatabaseUrl });
  try {
    await assertItWorks(site);
    const users = await site.backend.sql`
      select distinct usename as user from pg_stat_activity
      where application_name = 'twostroke-api' and datname = current_database()`;
    assert.deepEqual([...users], [{ user: 'operators_login' }]);
    for (const passwords of ['backend.api_login', 'backend.auth_login', 'backend.realtime_login'])
      assert.equal((await site.backend.sql`select to_regclass(${passwords}) as kept`)[0]?.['kept'], null, passwords);
  } finally {
    await site.stop();
  }
});

test('a start without the needed rights ends with one sentence that names them', async () => {
  const stranger = await server.newOwner('stranger', 'nocreaterole');
  await server.superuser.unsafe(`create role guest login password 'of-guest'`);
  const started = (databaseUrl: string, apiDatabaseUrl?: string) =>
    shopOn(
      databaseUrl,
      apiDatabaseUrl ? { apiDatabaseUrl, authDatabaseUrl: apiDatabaseUrl, realtimeDatabaseUrl: apiDatabaseUrl } : {},
    );
  await assert.rejects(
    started(stranger),
    /The user stranger of DATABASE_URL may not prepare .* it lacks CREATEROLE, .* TWOSTROKE_API_DATABASE_URL, TWOSTROKE_AUTH_DATABASE_URL and TWOSTROKE_REALTIME_DATABASE_URL; membership in anon, authenticated, service_role\. .*README/,
  );
  await assert.rejects(
    started(server.urlOf('guest', 'stranger')),
    /lacks CREATE on the database; CREATE on the schema public;/,
  );
  await server.superuser.unsafe('grant anon, authenticated, service_role to stranger with inherit false');
  const mighty = new URL(server.databaseUrl);
  mighty.pathname = '/stranger';
  await assert.rejects(
    started(stranger, mighty.href),
    /postgres has SUPERUSER, CREATEROLE, .*alter role "postgres" no/,
  );
  await assert.rejects(
    started(stranger, server.urlOf('nobody', 'stranger')),
    /Check user and password in TWOSTROKE_API_DATABASE_URL/,
  );
  await server.superuser.unsafe(
    'grant anon, authenticated, service_role, stranger to guest; alter role guest noinherit',
  );
  await assert.rejects(started(stranger, server.urlOf('guest', 'stranger')), /guest may become .*, stranger\./);
});
