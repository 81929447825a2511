import { rejectionOf } from './open-database.ts';
// Where the offer of a place goes: by SMS to proven numbers only, else by mail.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { mondayMorning, proveNumber } from './booking-request.ts';
import { minutesLater, openFullWindow } from './full-window.ts';
import type { Actor } from './open-database.ts';

const { db, admin, customer, full, call, cancel, wish, join, offer, states } = await openFullWindow();
const phone = '98220 00081';
const withoutMail = { phone, email: '' };

beforeEach(() =>
  db.sql
    .unsafe(`delete from private.proven_numbers; delete from auth.users where phone is not null and phone <> ''`)
    .then(() => undefined),
);

/** A customer who has signed in with that number by a code. */
async function phoneAccount(): Promise<Actor> {
  const [user] = await db.sql<{ id: string }[]>`
    insert into auth.users (phone, phone_confirmed_at) values ('919822000081', ${mondayMorning}) returning id`;
  return { user: user?.id ?? '' };
}

/** Frees a place. @returns channel and recipient of what offers it to the first in line */
async function offered(): Promise<string[]> {
  await cancel(full[0]!);
  await offer(minutesLater(1));
  const rows = await db.sql<{ way: string }[]>`
    select channel || ' ' || recipient as way from public.message_outbox where kind = 'place_free' order by id`;
  return rows.map(({ way }) => way);
}

test('guests and customers with an unproven number need an e-mail address, and the offer goes there only', async () => {
  for (const as of ['anon', customer] satisfies Actor[]) {
    assert.equal(await rejectionOf(join(withoutMail, mondayMorning, as)), 'PT422 email_needed');
    assert.equal(await rejectionOf(join({ phone, email: null }, mondayMorning, as)), 'PT422 email_needed');
  }
  assert.deepEqual(await states(), []);
  await join({ phone }, mondayMorning, customer);
  assert.deepEqual(await offered(), ['mail ravi@example.com']);
});

test('a number that somebody else has proven still needs an e-mail address, so strangers learn nothing of it', async () => {
  await proveNumber(db.sql, '+919822000081');
  const foreign = await proveNumber(db.sql, '+919822000082');
  for (const proof of [undefined, foreign, 'ab'.repeat(16)])
    assert.equal(await rejectionOf(join({ ...withoutMail, ...(proof && { proof }) })), 'PT422 email_needed');
  await join({ phone });
  assert.deepEqual(await offered(), ['mail ravi@example.com', 'sms +919822000081']);
});

test('the browser in which the number was proven needs no e-mail address: the offer goes by SMS', async () => {
  const proof = await proveNumber(db.sql, '+919822000081');
  await join({ ...withoutMail, proof });
  assert.deepEqual(await offered(), ['sms +919822000081']);
});

test('a session of an account with that number needs no e-mail address and proves the number again', async () => {
  const as = await phoneAccount();
  await db.sql`update private.proven_numbers set proven_at = ${mondayMorning}::timestamptz - interval '366 days'`;
  const proof = 'cd'.repeat(16);
  await join({ ...withoutMail, proof }, mondayMorning, as);
  assert.deepEqual(await offered(), ['sms +919822000081']);
  assert.equal(await rejectionOf(join({ ...withoutMail, proof })), 'PT409 in_line', 'the browser counts from now on');
});

test('owners and the desk join a caller without an address; an unproven number still gets no SMS', async () => {
  const request = wish(withoutMail);
  assert.equal((await call('join_waitlist', { request }, mondayMorning, admin))['state'], 'waiting');
  assert.deepEqual(await offered(), []);
  assert.deepEqual(await states(), ['offered']);
});
