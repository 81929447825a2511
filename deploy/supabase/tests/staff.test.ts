import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Database } from '@twostroke/shared/contracts/database.types';
import type { Actor, TestDatabase } from './open-database.ts';
import { openDatabase, rejected } from './open-database.ts';

/* Who counts as staff, with which duty, and that the shop never loses its last owner. */
type Duty = Database['public']['Enums']['staff_duty'];
let db: TestDatabase;
let asha: string;
let meera: string;
before(async () => {
  db = await openDatabase();
  asha = await db.addUser('asha@example.com', { full_name: 'Asha Rao', phone: '90000 00020' });
  meera = await db.addUser('meera@example.com');
});
beforeEach(async () => {
  await db.sql`alter table public.staff disable trigger keep_staff`;
  await db.sql`delete from public.staff`;
  await db.sql`delete from public.user_roles`;
  await db.sql`alter table public.staff enable trigger keep_staff`;
  await db.sql`select public.make_owner(${asha})`;
});
after(() => db.close());

const duties: Duty[] = ['owner', 'desk', 'foreman', 'mechanic', 'accountant'];

async function has(as: Actor, asked: Duty[]): Promise<unknown> {
  return db.undo({ as }, async (tx) => {
    const [row] = await tx`select public.has_duty(variadic ${asked}::public.staff_duty[]) as has`;
    return row?.['has'];
  });
}

async function dutyOf(as: Actor): Promise<unknown> {
  return db.undo({ as }, async (tx) => (await tx`select public.my_duty() as duty`)[0]?.['duty']);
}

async function hire(user: string, duty: Duty): Promise<void> {
  await db.sql`insert into public.user_roles values (${user}, 'admin')`;
  await db.sql`insert into public.staff (user_id, name, duty) values (${user}, 'Meera', ${duty})`;
}

test('an owner who is made gets the name and number of their profile', async () => {
  const [row] = await db.sql`select name, phone, duty, active from public.staff`;
  assert.deepEqual({ ...row }, { name: 'Asha Rao', phone: '+919000000020', duty: 'owner', active: true });
  await db.sql`select public.make_owner(${meera})`;
  const [other] = await db.sql`select name from public.staff where user_id = ${meera}`;
  assert.equal(other?.['name'], 'meera');
});

for (const duty of duties)
  test(`the duty ${duty} is that one and no other`, async () => {
    await hire(meera, duty);
    const as = { user: meera };
    assert.deepEqual(await Promise.all(duties.map((each) => has(as, [each]))), duties.map((each) => each === duty)); // oxfmt-ignore
    assert.deepEqual([await has(as, duties), await has(as, []), await dutyOf(as)], [true, false, duty]);
  });

test('a row that is off, a row without the role, and the role without a row are no duty', async () => {
  const as = { user: meera };
  const answers = async (): Promise<unknown[]> => [await has(as, duties), await dutyOf(as)];
  await hire(meera, 'owner');
  await db.sql`update public.staff set active = false where user_id = ${meera}`;
  assert.deepEqual(await answers(), [false, null]);
  await db.sql`update public.staff set active = true where user_id = ${meera}`;
  assert.deepEqual(await answers(), [true, 'owner']);
  await db.sql`delete from public.user_roles where user_id = ${meera}`;
  assert.deepEqual(await answers(), [false, null]);
  const sagar = await db.addUser('sagar@example.com');
  await db.sql`insert into public.user_roles values (${sagar}, 'admin')`;
  assert.deepEqual([await has({ user: sagar }, duties), await dutyOf({ user: sagar })], [false, null]);
  await db.sql`delete from public.user_roles where user_id = ${sagar}`;
});

test('no claim of the token gives a duty, and a duty needs the second factor that its owner has', async () => {
  const claimed = { user: meera, claims: { duty: 'owner', user_role: 'admin', aal: 'aal2' } };
  assert.equal(await has(claimed, duties), false);
  await db.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status)
    values (gen_random_uuid(), ${asha}, 'totp', 'verified')`;
  const levels = ['aal1', 'aal2'].map((aal) => has({ user: asha, claims: { aal } }, ['owner']));
  assert.deepEqual(await Promise.all(levels), [false, true]);
  await db.sql`delete from auth.mfa_factors where user_id = ${asha}`;
});

test('the last active owner stays one, and no row is deleted', async () => {
  const ends = [
    `update public.staff set active = false where user_id = '${asha}'`,
    `update public.staff set duty = 'desk' where user_id = '${asha}'`,
  ];
  await hire(meera, 'owner');
  await db.sql`update public.staff set active = false where user_id = ${meera}`;
  for (const end of ends) assert.equal((await rejected(db.sql.unsafe(end))).hint, 'last_owner', end);
  await db.sql`update public.staff set active = true where user_id = ${meera}`;
  for (const end of ends) await db.undo({}, (tx) => tx.unsafe(end));
  await rejected(db.sql`delete from public.staff where user_id = ${meera}`);
  await rejected(db.sql`delete from auth.users where id = ${meera}`);
});

test('two owners who switch each other off at once leave one', async () => {
  await hire(meera, 'owner');
  const off = (user: string) => db.keep({}, (tx) => tx`update public.staff set active = false where user_id = ${user}`);
  const ended = await Promise.allSettled([off(asha), off(meera)]);
  assert.deepEqual(ended.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const left = await db.sql`select from public.staff where active`;
  assert.equal(left.length, 1);
});

test('make_owner brings back an owner whose row is off', async () => {
  await hire(meera, 'mechanic');
  await db.sql`update public.staff set active = false where user_id = ${meera}`;
  await db.sql`select public.make_owner(${meera})`;
  assert.equal(await dutyOf({ user: meera }), 'owner');
});
