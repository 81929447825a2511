import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import { runPreamble } from '../../backend/database/prepare-database.ts';
import { applyMigrations, startPostgres } from './start-postgres.ts';
import type { TestPostgres } from './start-postgres.ts';

/** Default privileges of old Supabase projects: every new object is open to the API roles. */
const permissive = `
  alter default privileges grant all on tables to anon, authenticated, service_role;
  alter default privileges grant all on sequences to anon, authenticated, service_role;
  alter default privileges grant all on functions to anon, authenticated, service_role;`;
/** Those of new Supabase projects and hardened servers: no new object is open. */
const empty = `
  alter default privileges revoke all on functions from public;
  alter default privileges revoke usage on types from public;`;

let server: TestPostgres;
let sql: postgres.Sql;

async function migrated(name: string, setup: string): Promise<postgres.Sql> {
  await server.createDatabase(name, setup);
  const connection = postgres(server.url(name), { max: 1, onnotice: () => undefined });
  await applyMigrations(connection);
  return connection;
}

before(async () => {
  server = await startPostgres();
  await server.createMigrated('plain');
  sql = postgres(server.url('plain'), { max: 1, onnotice: () => undefined });
});
after(async () => {
  await sql.end();
  await server.stop();
});

/** The texts of the first column. */
async function list(query: string, connection = sql): Promise<string[]> {
  const rows = await connection.unsafe<Record<string, string>[]>(query);
  return rows.map((row) => Object.values(row)[0] ?? '');
}

test('every table of the migrations has row-level security', async () => {
  const open = `
    select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'private', 'guard') and not c.relrowsecurity`;
  assert.deepEqual(await list(open), []);
});

test('every view is a security invoker view, but those that ask for the duty', async () => {
  const definer = `
    select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('v', 'm') and n.nspname = 'public'
      and not coalesce(c.reloptions @> '{security_invoker=true}', false)`;
  assert.deepEqual((await list(definer)).sort(), [
    ...([
      'colleagues',
      'planned_job_lines',
      'staff_bookings',
      'staff_callbacks',
      'staff_events',
      'staff_waitlist',
    ] as const),
  ]);
  const open = `
    select c.relname::text from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
      and not c.reloptions @> '{security_invoker=true}'
      and not (c.reloptions @> '{security_barrier=true}' and pg_get_viewdef(c.oid) ~ 'my_duty|staff_bookings')`;
  assert.deepEqual(await list(open), []);
});

test('every function has an empty search_path', async () => {
  const loose = `
    select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private', 'guard') and not coalesce(p.proconfig @> '{"search_path=\\"\\""}', false)`;
  assert.deepEqual(await list(loose), []);
});

const executable = (role: string): string => `
  select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('public', 'private') and has_function_privilege('${role}', p.oid, 'execute')
  order by 1`;

test('a visitor may run exactly these functions', async () => {
  const visitor = [
    'answer_extra_work',
    'answer_items',
    'cancel_booking',
    'claim_payment',
    'content_version',
    'create_booking',
    'end_declined_work',
    'extend_hold',
    'get_booking',
    'get_invoice',
    'get_offer',
    'get_vouchers',
    'hold_slot',
    'join_waitlist',
    'leave_waitlist',
    'list_slots',
    'pay_after_service',
    'prove_number',
    'quote',
    'release_hold',
    'report_client_events',
    'request_callback',
    'request_report_token',
    'reschedule_booking',
    'see_extra_work',
    'start_payment',
  ];
  assert.deepEqual(await list(executable('anon')), visitor);
  assert.deepEqual(
    await list(executable('authenticated')),
    [
      ...visitor,
      'assign_job',
      'change_items',
      'client_health',
      'confirm_number',
      'confirm_payment',
      'end_session',
      'find_in_office',
      'finish_refund',
      'get_caller',
      'get_customer',
      'give_late_credit',
      'has_duty',
      'hold_for_caller',
      'invite_staff',
      'is_admin',
      'issue_credit_note',
      'list_audit',
      'list_board',
      'log_call',
      'list_places',
      'list_sessions',
      'list_staff',
      'get_job',
      'list_declined_work',
      'list_jobs',
      'mark_job',
      'my_duty',
      'promise_ready',
      'propose_extra_work',
      'record_payment',
      'reject_claim',
      'reprice_extra_work',
      'replace_invoice',
      'require_second_factor',
      'retry_message',
      'save_used_parts',
      'second_factor',
      'set_booking_fee',
      'set_booking_status',
      'set_duty',
      'set_staff_active',
      'set_weather_mode',
      'tick_checklist',
      'update_booking',
      'use_recovery_code',
      'withdraw_invitation',
      'write_recovery_codes',
    ].sort(),
  );
});

test('no API role may use the private schema or the internal one of the embedded backend', async () => {
  await runPreamble(sql);
  for (const schema of ['private', 'backend'])
    for (const role of ['anon', 'authenticated', 'service_role'])
      for (const right of ['usage', 'create']) {
        const held = `select has_schema_privilege('${role}', '${schema}', '${right}')::text`;
        assert.deepEqual(await list(held), ['false'], `${role} ${right} ${schema}`);
      }
});

test('the schema guard contains only what PostgREST calls before requests and what policies of Storage ask', async () => {
  const content = `
    select p.oid::regprocedure::text from pg_proc p where p.pronamespace = 'guard'::regnamespace
    union all select c.oid::regclass::text from pg_class c where c.relnamespace = 'guard'::regnamespace`;
  assert.deepEqual(await list(content), [
    'guard.before_request()',
    ...['add', 'remove', 'see'].map((verb) => `guard.can_${verb}_job_photo(text)`),
  ]);
  for (const role of ['anon', 'authenticated', 'service_role'])
    assert.deepEqual(await list(`select has_schema_privilege('${role}', 'guard', 'create')::text`), ['false']);
});

test('every table, view and function of ours has a comment', async () => {
  const silent = `
    select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'v') and n.nspname in ('public', 'private', 'guard') and obj_description(c.oid, 'pg_class') is null
    union all
    select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private', 'guard') and obj_description(p.oid, 'pg_proc') is null`;
  assert.deepEqual(await list(silent), []);
});

test('one policy per table, operation and role, each for named roles', async () => {
  const wrong = `
    select tablename || ' ' || cmd || ' ' || role
    from pg_policies, unnest(roles) as role
    where schemaname in ('public', 'private')
    group by tablename, cmd, role having count(*) > 1 or role = 'public' or cmd = 'ALL'`;
  assert.deepEqual(await list(wrong), []);
});

test('every foreign key has an index on its referencing columns', async () => {
  const bare = `
    select c.conrelid::regclass || ' ' || c.conname from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where c.contype = 'f' and n.nspname = 'public' and c.confrelid::regclass::text in
      ('service_bookings', 'auth.users', 'models', 'packages', 'areas')
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])
      and c.conrelid::regclass::text <> 'shop'`;
  assert.deepEqual(await list(bare), []);
});

test('no two foreign keys join the same pair of tables, so that every embed is unambiguous', async () => {
  const twice = `
    select conrelid::regclass || ' ' || confrelid::regclass from pg_constraint c
    join pg_namespace n on n.oid = c.connamespace and n.nspname = 'public'
    where contype = 'f' group by conrelid, confrelid having count(*) > 1`;
  assert.deepEqual(await list(twice), []);
});

test('the rights are the same whatever the default privileges are', async () => {
  const acls = `
    select object || ': ' || coalesce(string_agg(grantee || '=' || privilege, ' ' order by grantee, privilege), 'none')
    from (
      select c.oid::regclass::text || coalesce('.' || a.attname, '') as object, coalesce(r.rolname, 'public') as grantee,
        acl.privilege_type as privilege
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      left join pg_attribute a on a.attrelid = c.oid and a.attacl is not null
      cross join lateral aclexplode(coalesce(a.attacl, c.relacl)) acl left join pg_roles r on r.oid = acl.grantee
      where n.nspname in ('public', 'private', 'guard') and c.relkind in ('r', 'v', 'S')
      union all
      select c.oid::regclass::text, coalesce(r.rolname, 'public'), acl.privilege_type
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      cross join lateral aclexplode(c.relacl) acl left join pg_roles r on r.oid = acl.grantee
      where n.nspname in ('public', 'private', 'guard') and c.relkind in ('r', 'v', 'S')
      union all
      select p.oid::regprocedure::text, coalesce(r.rolname, 'public'), acl.privilege_type
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) acl
      left join pg_roles r on r.oid = acl.grantee
      where n.nspname in ('public', 'private', 'guard')
    ) as rights
    group by object order by object`;
  const plain = await list(acls, sql);
  assert.ok(plain.length > 80, `${plain.length} objects`);
  for (const [name, setup] of [
    ['permissive', permissive],
    ['empty', empty],
  ] as const) {
    const other = await migrated(name, setup);
    try {
      assert.deepEqual(await list(acls, other), plain, name);
    } finally {
      await other.end();
    }
  }
});

test('bookings, their signals and the requests of the desk are in the realtime publication', async () => {
  const feed = `select tablename from pg_publication_tables where pubname = 'supabase_realtime'`;
  assert.deepEqual((await list(feed)).sort(), [
    ...(['booking_signals', 'callback_requests', 'service_bookings', 'waitlist'] as const),
  ]);
});

test('the clock can be set only while the owner of the database allows it', async () => {
  await sql.begin(async (tx) => {
    await tx`select set_config('twostroke.now', '2001-01-01T00:00:00Z', true)`;
    const year = async (): Promise<unknown> =>
      (await tx`select extract(year from private.now())::int as year`)[0]?.['year'];
    assert.notEqual(await year(), 2001);
    await tx`insert into private.settings values ('clock_override', 'on')`;
    assert.equal(await year(), 2001);
  });
});
