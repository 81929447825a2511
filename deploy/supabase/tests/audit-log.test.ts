import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addPayment, bookingRequest, mondayMorning } from './booking-request.ts';
import { openDatabase, rejected, rpc, type Actor, type TestDatabase } from './open-database.ts';

let db: TestDatabase;
let boss: string;
let customer: string;
before(async () => {
  db = await openDatabase();
  boss = await db.addUser('boss@example.in');
  customer = await db.addUser('asha@example.in');
  await db.sql`select public.make_owner(${boss})`;
});
after(() => db.close());

let seen = 0;
beforeEach(async () => {
  const [row] = await db.sql`select coalesce(max(id), 0)::int as last from public.audit_log`;
  seen = Number(row?.['last']);
});
const lines = async () => [
  ...(await db.sql`
    select action, actor_id, actor_role, subject, data, request_id from public.audit_log where id > ${seen} order by id`),
];

test('a granted and a removed role are logged, whoever grants it', async () => {
  await db.sql`select public.make_owner(${customer})`;
  await db.sql`delete from public.user_roles where user_id = ${customer}`;
  assert.deepEqual(
    (await lines()).map(({ action, actor_role, subject, data }) => [action, actor_role, subject, data]),
    [
      ['role_granted', 'postgres', customer, { role: 'admin' }],
      ['role_removed', 'postgres', customer, { role: 'admin' }],
    ],
  );
});

test('a changed setting or limit is logged by name, never with its value; an equal value is no change', async () => {
  await db.sql`insert into private.settings values ('site_key', 'a secret')`;
  await db.sql`update private.limits set max_value = max_value + 1 where name = 'open_bookings'`;
  await db.sql`update private.limits set max_value = max_value where name = 'open_bookings'`;
  await db.sql`delete from private.settings where name = 'site_key'`;
  const found = await lines();
  assert.deepEqual(
    found.map(({ action, subject, data }) => [action, subject, data]),
    [
      ['setting_changed', 'site_key', { table: 'settings' }],
      ['setting_changed', 'open_bookings', { table: 'limits' }],
      ['setting_changed', 'site_key', { table: 'settings' }],
    ],
  );
  assert.ok(!JSON.stringify(found).includes('a secret'));
});

test('a flip is logged once, as it was announced, and not again by the next announcement', async () => {
  const announce = (versions: object[]) =>
    db.sql`select public.set_live_versions('https://shop.example', ${db.sql.json(versions as never)})`;
  const cart = { app: 'cart', version: '1.0.0', canary: false };
  await announce([cart]);
  await announce([cart]);
  await announce([{ ...cart, version: '1.1.0' }]);
  assert.deepEqual((await lines()).map(({ action, subject }) => `${action} ${subject}`).sort(), [
    'version_ended cart 1.0.0',
    'version_live cart 1.0.0',
    'version_live cart 1.1.0',
  ]);
});

test('a refund is logged with its amount and the user and request that caused it', async () => {
  const how = { as: { user: customer }, at: mondayMorning };
  const booking = String((await db.keep(how, (tx) => rpc(tx, 'create_booking', { request: bookingRequest() })))['id']);
  await addPayment(db.sql, booking); // with a refund
  await db.keep({ as: { user: boss }, at: mondayMorning }, async (tx) => {
    await tx`reset role`;
    await tx`select set_config('request.headers', ${JSON.stringify({ 'x-request-id': '7kx3m9qp' })}, true)`;
    await tx`update public.refunds set status = 'done', done_at = now() where booking_id = ${booking}`;
  });
  const data = { booking, amount_paise: 99900 };
  assert.deepEqual(
    (await lines()).map((line) => [
      line['action'],
      line['actor_id'],
      line['actor_role'],
      line['request_id'],
      line['data'],
    ]),
    [
      ['refund_asked', null, 'postgres', null, { ...data, status: 'asked' }],
      ['refund_done', boss, 'authenticated', '7kx3m9qp', { ...data, status: 'done' }],
    ],
  );
});

test('only admins read it, and nobody changes it, not even the owner', async () => {
  await db.sql`insert into private.settings values ('site_key', 'x') on conflict (name) do update set value = 'y'`;
  const read = (as: Actor) => db.undo({ as }, async (tx) => (await tx`select id from public.audit_log`).length);
  assert.ok((await read({ user: boss })) > 0);
  assert.equal(await read({ user: customer }), 0);
  await assert.rejects(read('anon'), /permission denied/);
  for (const statement of [
    'update public.audit_log set subject = $$x$$',
    'delete from public.audit_log',
    'truncate public.audit_log',
  ]) {
    const denied = await rejected(db.undo({ as: { user: boss } }, (tx) => tx.unsafe(statement)));
    assert.match(denied.message, /permission denied/);
    assert.match((await rejected(db.sql.unsafe(statement))).message, /audit_log is append-only/);
  }
});
