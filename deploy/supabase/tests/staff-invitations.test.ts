import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { hire } from './hire.ts';
import { openDatabase, rejected, rpc, type Actor, type JsonObject, type TestDatabase } from './open-database.ts';

/* An invitation is accepted by the sign-in with the proven number or address, and by nothing else. */
let db: TestDatabase;
let owner: { user: string };
before(async () => {
  db = await openDatabase();
  owner = { user: await hire(db, 'owner', 'Asha Rao') };
});
beforeEach(async () => {
  await db.sql`delete from public.staff_invitations`;
  await db.sql`delete from private.settings where name = 'emails_are_confirmed'`;
});
after(() => db.close());

interface Shop {
  staff: { user_id: string; name: string; duty: string; active: boolean; last_owner: boolean }[];
  invitations: { id: string; phone: string | null }[];
}
const call = (name: string, args: JsonObject, as: Actor = owner, at = mondayMorning): Promise<Shop> =>
  db.keep({ as, at }, (tx) => rpc(tx, name, args)) as Promise<unknown> as Promise<Shop>;
const invite = (more: JsonObject): Promise<Shop> =>
  call('invite_staff', { name: 'Sagar Pawar', duty: 'mechanic', ...more });

let last = 50;
const freePhone = (): string => `+9190000000${(last += 1)}`;

/** An account as Auth writes it at a sign-in, within the hour after the invitation. */
async function signIn(
  account: { phone?: string; email?: string; proven?: boolean },
  at = mondayMorning,
): Promise<string> {
  const when = account.proven === false ? null : new Date();
  const id = randomUUID();
  await db.keep({ at }, (tx) => tx`
    insert into auth.users (id, phone, phone_confirmed_at, email, email_confirmed_at)
    values (${id}, ${account.phone?.slice(1) ?? null}, ${account.phone ? when : null}, ${account.email ?? null},
      ${account.email ? when : null})`); // oxfmt-ignore
  return id;
}

/** What Auth writes at another sign-in. */
const signInAgain = (user: string, at = mondayMorning): Promise<unknown> =>
  db.keep({ at }, (tx) => tx`update auth.users set updated_at = now() where id = ${user}`);

async function dutyOf(user: string): Promise<unknown> {
  return db.undo({ as: { user } }, async (tx) => (await tx`select public.my_duty() as duty`)[0]?.['duty']);
}

test('the sign-in with the invited number makes its person staff, once', async () => {
  const phone = freePhone();
  await invite({ phone });
  const sagar = await signIn({ phone });
  assert.equal(await dutyOf(sagar), 'mechanic');
  const { staff, invitations } = await call('list_staff', {});
  assert.ok(staff.some(({ user_id, name }) => user_id === sagar && name === 'Sagar Pawar'));
  assert.deepEqual(invitations, []);
  await db.sql`update public.staff set duty = 'desk' where user_id = ${sagar}`;
  await signInAgain(sagar);
  assert.equal(await dutyOf(sagar), 'desk', 'the next sign-in changes nothing');
});

test('an unproven number, another number, and a number that was only typed at sign-up accept nothing', async () => {
  const phone = freePhone();
  await invite({ phone });
  assert.equal(await dutyOf(await signIn({ phone: freePhone() })), null);
  assert.equal(await dutyOf(await signIn({ phone, proven: false })), null);
  const liar = await db.addUser('liar@example.com', { phone, full_name: 'Sagar Pawar' });
  assert.equal(await dutyOf(liar), null);
});

test('an address counts only where Auth confirms addresses', async () => {
  await invite({ email: 'Meera@Example.in' });
  const meera = await signIn({ email: 'meera@example.in' });
  assert.equal(await dutyOf(meera), null);
  await db.sql`insert into private.settings values ('emails_are_confirmed', 'on')`;
  const confirm = (at: Date | null) =>
    db.keep({ at: mondayMorning }, (tx) => tx`update auth.users set email_confirmed_at = ${at} where id = ${meera}`);
  await confirm(null);
  assert.equal(await dutyOf(meera), null);
  await confirm(new Date());
  assert.equal(await dutyOf(meera), 'mechanic');
});

test('an invitation ends after 14 days, when it is withdrawn, and when another one replaces it', async () => {
  const phone = freePhone();
  await invite({ phone });
  assert.equal(await dutyOf(await signIn({ phone }, '2026-12-07T08:00:01+05:30')), null);

  const other = freePhone();
  const { invitations } = await invite({ phone: other });
  const id = invitations.find((open) => open.phone === other)?.id;
  await call('withdraw_invitation', { invitation: id });
  assert.equal(await dutyOf(await signIn({ phone: other })), null);
  assert.equal((await rejected(call('withdraw_invitation', { invitation: id }))).hint, 'no_invitation');

  const third = freePhone();
  await invite({ phone: third, duty: 'owner' });
  await invite({ phone: third, duty: 'accountant' });
  assert.equal(await dutyOf(await signIn({ phone: third })), 'accountant');
});

test('what is wrong in an invitation is named', async () => {
  const wrong: [JsonObject, string][] = [
    [{ phone: '12' }, 'phone'],
    [{ email: 'nobody' }, 'email'],
    [{}, 'contact'],
    [{ phone: '90000 00041', email: 'a@example.in' }, 'contact'],
    [{ phone: '90000 00041', duty: 'boss' }, 'duty'],
    [{ phone: '90000 00041', name: '' }, 'name'],
  ];
  for (const [more, hint] of wrong) assert.equal((await rejected(invite(more))).hint, hint);
  const phone = freePhone();
  await invite({ phone });
  await signIn({ phone });
  assert.equal((await rejected(invite({ phone }))).hint, 'already_staff');
});

test('a person who left and is invited again comes back under their row', async () => {
  const phone = freePhone();
  await invite({ phone });
  const person = await signIn({ phone });
  await call('set_staff_active', { person, active: false });
  assert.equal(await dutyOf(person), null);
  await invite({ phone, duty: 'foreman', name: 'Sagar Pawar' });
  await signInAgain(person);
  assert.equal(await dutyOf(person), 'foreman');
});

test('names of active staff are unique, and jobs given to a name before its account exists become own jobs', async () => {
  const booked = await db.keep({ as: 'anon', at: mondayMorning }, (tx) =>
    rpc(tx, 'create_booking', { request: bookingRequest() }),
  );
  const job = { booking: booked['id'], to_status: 'assigned', mechanic: 'Ravi Jadhav' };
  await db.keep({ as: owner, at: mondayMorning }, (tx) => rpc(tx, 'set_booking_status', job));
  const phones = [freePhone(), freePhone()] as const;
  await invite({ phone: phones[0], name: 'Ravi Jadhav' });
  const ravi = await signIn({ phone: phones[0] });
  await invite({ phone: phones[1], name: 'Ravi Jadhav' });
  const second = await signIn({ phone: phones[1] });
  const names = await db.sql`select name from public.staff where user_id in (${ravi}, ${second}) order by name`;
  assert.deepEqual(names.map((row) => row['name']), ['Ravi Jadhav', 'Ravi Jadhav 2']); // oxfmt-ignore
  const [row] = await db.sql`select assigned_to from public.service_bookings where id = ${String(booked['id'])}`;
  assert.equal(row?.['assigned_to'], ravi);
});
