import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { openDatabase, rejected, rpc } from './open-database.ts';

/* Who counts as an admin when a second factor is required or enrolled. */
let db: TestDatabase;
let boss: string;
let booking: string;
before(async () => {
  db = await openDatabase();
  boss = await db.addUser('boss@example.com');
  await db.sql`select public.make_owner(${boss})`;
  const made = await db.keep({ as: 'anon', at: mondayMorning }, (tx) =>
    rpc(tx, 'create_booking', { request: bookingRequest() }),
  );
  booking = String(made['id']);
});
after(() => db.close());

const admin = (aal?: string): Actor => ({ user: boss, claims: aal === undefined ? {} : { aal } });

const setRequired = (value: 'on' | 'off') => db.sql`
  insert into private.settings (name, value) values ('require_second_factor', ${value})
  on conflict (name) do update set value = excluded.value`;

async function withFactor(status: string, work: () => Promise<void>): Promise<void> {
  await db.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status) values (${randomUUID()}, ${boss}, 'totp', ${status})`;
  await work().finally(() => db.sql`delete from auth.mfa_factors where user_id = ${boss}`);
}

async function isAdmin(as: Actor): Promise<unknown> {
  return db.undo({ as }, async (tx) => (await tx`select public.is_admin() as admin`)[0]?.['admin']);
}

const levels = [undefined, 'aal1', 'aal2', 'AAL2', 'aal3', ''];
const answers = () => Promise.all(levels.map((aal) => isAdmin(admin(aal))));

test('without a factor and without the setting every level is that of an admin', async () => {
  await setRequired('off');
  assert.deepEqual(await answers(), [true, true, true, true, true, true]);
});

test('when it is required, only the level aal2 is', async () => {
  await setRequired('on');
  assert.deepEqual(await answers(), [false, false, true, false, false, false]);
  await setRequired('off');
});

test('who has a verified factor needs it though it is not required; one that was never verified changes nothing', async () => {
  await withFactor('verified', async () =>
    assert.deepEqual(await answers(), [false, false, true, false, false, false]),
  );
  await withFactor('unverified', async () => assert.deepEqual(await answers(), [true, true, true, true, true, true]));
});

test('the level alone makes nobody an admin', async () => {
  const customer = await db.addUser('customer@example.com');
  assert.equal(await isAdmin({ user: customer, claims: { aal: 'aal2', role: 'service_role' } }), false);
});

test('nothing else decides who is an admin: all policies and functions ask is_admin', async () => {
  const functions = await db.sql<{ name: string }[]>`
    select p.proname as name from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'guard'::regnamespace)
      and p.prosrc ~ 'user_roles' order by 1`;
  assert.deepEqual(
    functions.map(({ name }) => name),
    ['is_admin', 'make_owner', 'second_factor'],
  );
  const policies = await db.sql`
    select 1 from pg_policies where tablename <> 'user_roles' and concat(qual, with_check) ~ 'user_roles'`;
  assert.equal(policies.length, 0);
});

test('an admin without the required factor reads and writes what a customer does', async () => {
  await setRequired('on');
  const seen = async (as: Actor): Promise<unknown> =>
    db.undo({ as }, async (tx) => {
      const [row] = await tx`select count(*)::int as seen from public.service_bookings where id = ${booking}`;
      return row?.['seen'];
    });
  assert.deepEqual([await seen(admin('aal1')), await seen(admin('aal2'))], [0, 1]);
  const calls: [string, JsonObject][] = [
    ['list_places', { day: '2026-11-24' }],
    ['client_health', { hours: 24 }],
    ['set_weather_mode', { day: '2026-11-27', enabled: false }],
    ['set_booking_status', { booking, to_status: 'assigned', mechanic: 'Sagar' }],
    ['require_second_factor', { required: false }],
  ];
  for (const [name, args] of calls) {
    const error = await rejected(db.undo({ as: admin('aal1'), at: mondayMorning }, (tx) => rpc(tx, name, args)));
    assert.deepEqual([error.code, error.hint], ['PT403', 'forbidden'], name);
    await db.undo({ as: admin('aal2'), at: mondayMorning }, (tx) => rpc(tx, name, args));
  }
  await setRequired('off');
});

test('recovery codes are of their owner, who gets them only with a verified factor', async () => {
  const other = await db.addUser('other@example.com');
  const write = (as: Actor) => db.keep({ as }, (tx) => rpc(tx, 'write_recovery_codes', {}));
  const use = (as: Actor, code: unknown) => db.keep({ as }, (tx) => rpc(tx, 'use_recovery_code', { code }));
  assert.equal((await rejected(write(admin('aal2')))).hint, 'second_factor_first');
  await withFactor('verified', async () => {
    assert.equal((await rejected(write(admin('aal1')))).hint, 'second_factor_first');
    const codes: unknown = await write(admin('aal2'));
    assert.ok(Array.isArray(codes) && codes.length === 10);
    for (const wrong of ['', null, 'x', `${String(codes[0])}x`])
      assert.equal((await rejected(use(admin('aal1'), wrong))).hint, 'recovery_code');
    assert.equal((await rejected(use({ user: other }, codes[0]))).hint, 'recovery_code');
    assert.deepEqual(await use(admin('aal1'), codes[0]), { codes_left: 9 });
    const left = await db.sql`select 1 from auth.mfa_factors where user_id = ${boss}`;
    assert.equal(left.length, 0);
  });
});
