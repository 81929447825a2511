import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openDatabase, rejected, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { readEvents } from './read-events.ts';

let db: TestDatabase;
let guest: JsonObject;

before(async () => (db = await openDatabase()));
beforeEach(async () => {
  await db.sql`delete from public.service_bookings`;
  await db.sql`delete from auth.users`;
  await db.sql`delete from private.settings where name = 'emails_are_confirmed'`;
  guest = await book('anon', { email: 'Asha@Example.com' });
});
after(() => db.close());

function call(as: Actor, name: string, args: JsonObject): Promise<JsonObject> {
  return db.keep({ as, at: mondayMorning }, (tx) => rpc(tx, name, args));
}

function book(as: Actor, changes: JsonObject = {}): Promise<JsonObject> {
  return call(as, 'create_booking', { request: bookingRequest(changes) });
}

/** An account as Auth writes it: the phone without plus, and the time of its confirmation or null. */
async function account(values: { phone?: string; email?: string; confirmed: boolean }): Promise<string> {
  const { phone = null, email = null, confirmed } = values;
  const at = confirmed ? mondayMorning : null;
  const [user] = await db.sql<{ id: string }[]>`
    insert into auth.users (phone, phone_confirmed_at, email, email_confirmed_at)
    values (${phone}, ${phone === null ? null : at}, ${email}, ${email === null ? null : at}) returning id`;
  assert.ok(user);
  return user.id;
}

async function signIn(user: string): Promise<void> {
  await db.sql`update auth.users set updated_at = now() where id = ${user}`;
}

/** Numbers of the bookings that a user may read. */
async function seenBy(user: string): Promise<string[]> {
  const rows = await db.undo(
    { as: { user } },
    (tx) => tx<{ number: string }[]>`
    select number from public.service_bookings order by created_at`,
  );
  return rows.map(({ number }) => number);
}

async function claims(booking: JsonObject): Promise<JsonObject[]> {
  const events = await readEvents(db.sql, booking['id']);
  return events
    .filter(({ from_status, to_status }) => from_status === to_status)
    .map(({ actor, actor_id, from_status, to_status, words }) => ({ actor, actor_id, from_status, to_status, words }));
}

test('a confirmed phone claims its guest bookings once, with one event each', async () => {
  const other = await book('anon', { phone: '90000 00013' });
  const user = await account({ phone: '919000000012', confirmed: true });
  assert.deepEqual(await seenBy(user), [guest['number']]);
  const event = {
    actor: 'customer',
    actor_id: user,
    from_status: 'confirmed',
    to_status: 'confirmed',
    words: 'Added to the account with this phone',
  };
  assert.deepEqual(await claims(guest), [event]);
  await signIn(user);
  assert.deepEqual(await claims(guest), [event]);
  assert.deepEqual(await claims(other), []);
});

test('bookings made as a guest later are claimed at the next sign-in', async () => {
  const user = await account({ phone: '919000000012', confirmed: true });
  const later = await book('anon');
  assert.equal((await seenBy(user)).length, 1);
  await signIn(user);
  assert.deepEqual(await seenBy(user), [guest['number'], later['number']]);
});

test('the manage link keeps working, and other users and guests still have no access', async () => {
  const user = await account({ phone: '919000000012', confirmed: true });
  const stranger = await account({ phone: '919000000099', confirmed: true });
  const { id, manage_token } = guest;
  assert.equal((await call('anon', 'get_booking', { manage_token }))['id'], id);
  assert.deepEqual(await seenBy(stranger), []);
  for (const as of ['anon', { user: stranger }] as const) {
    assert.equal((await rejected(call(as, 'get_booking', { booking: id }))).code, 'PT404');
    assert.equal((await rejected(call(as, 'cancel_booking', { booking: id }))).code, 'PT404');
  }
  assert.equal((await call({ user }, 'get_booking', { booking: id }))['id'], id);
  assert.equal((await call('anon', 'cancel_booking', { booking: id, manage_token }))['status'], 'cancelled');
});

test('a booking that has an owner keeps it, whatever its phone and e-mail address are', async () => {
  const owner = await account({ phone: '919000000077', confirmed: true });
  const owned = await book({ user: owner }, { email: 'asha@example.com' });
  await db.sql`insert into private.settings values ('emails_are_confirmed', 'on')`;
  const user = await account({ phone: '919000000012', email: 'asha@example.com', confirmed: true });
  assert.deepEqual(await seenBy(owner), [owned['number']]);
  assert.deepEqual(await seenBy(user), [guest['number']]);
  assert.deepEqual(await claims(owned), []);
});

test('a phone that is unconfirmed, or only in user metadata, claims nothing', async () => {
  const user = await account({ phone: '919000000012', confirmed: false });
  const boaster = await db.addUser('boaster@example.com', {
    phone: '+919000000012',
    phone_verified: true,
    email_verified: true,
  });
  await db.sql`update public.profiles set phone = '+919000000012' where user_id = ${boaster}`;
  await signIn(user);
  await signIn(boaster);
  assert.deepEqual([await seenBy(user), await seenBy(boaster)], [[], []]);
  await db.sql`update auth.users set phone_confirmed_at = now() where id = ${user}`;
  assert.deepEqual(await seenBy(user), [guest['number']]);
});

test('an e-mail address claims bookings only when Auth has confirmed it', async () => {
  const stamped = await account({ email: 'asha@example.com', confirmed: true });
  assert.deepEqual(await seenBy(stamped), []);
  await db.sql`delete from auth.users`;
  await db.sql`insert into private.settings values ('emails_are_confirmed', 'on')`;
  const user = await account({ email: 'asha@example.com', confirmed: false });
  assert.deepEqual(await seenBy(user), []);
  await db.sql`update auth.users set email_confirmed_at = now() where id = ${user}`;
  assert.deepEqual(await seenBy(user), [guest['number']]);
  assert.equal((await claims(guest))[0]?.['words'], 'Added to the account with this e-mail address');
});

test('users without a phone or address claim no bookings without one', async () => {
  await db.sql`insert into private.settings values ('emails_are_confirmed', 'on')`;
  const bare = await book('anon', { phone: '90000 00055' });
  const user = await account({ confirmed: true });
  await db.sql`update auth.users set phone_confirmed_at = now(), email_confirmed_at = now() where id = ${user}`;
  assert.deepEqual(await seenBy(user), []);
  assert.deepEqual(await claims(bare), []);
});

test('when two accounts sign in concurrently, each booking gets one owner and one event', async () => {
  await db.sql`insert into private.settings values ('emails_are_confirmed', 'on')`;
  await db.sql`alter table auth.users disable trigger claim_at_sign_in`;
  const both = [
    await account({ phone: '919000000012', confirmed: true }),
    await account({ email: 'asha@example.com', confirmed: true }),
  ];
  await db.sql`alter table auth.users enable trigger claim_at_sign_in`;
  await Promise.all(both.flatMap((user) => [signIn(user), signIn(user)]));
  assert.deepEqual((await Promise.all(both.map(seenBy))).flat(), [guest['number']]);
  assert.equal((await claims(guest)).length, 1);
});

test('sign-in succeeds even when claiming fails', async () => {
  await db.sql`alter table public.booking_events add constraint broken check (from_status <> to_status) not valid`;
  try {
    const user = await account({ phone: '919000000012', confirmed: true });
    assert.deepEqual(await seenBy(user), []);
  } finally {
    await db.sql`alter table public.booking_events drop constraint broken`;
  }
});

test('no API role may call the claim function', async () => {
  const user = await db.addUser('caller@example.com');
  const work = db.undo({ as: { user } }, (tx) => tx`select private.claim_bookings(${user}, '+919000000012', null)`);
  assert.equal((await rejected(work)).code, '42501');
});
