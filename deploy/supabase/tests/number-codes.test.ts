// The code that only the SMS of a booking carries: what it proves, who may use it, and what proves nothing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { rejectionOf, rpc } from './open-database.ts';
import type { JsonObject } from './open-database.ts';
import { openOutbox, withMail } from './outbox-messages.ts';

const { db, owner, admin, call, book, claim, toSend, sent, deliver } = await openOutbox();
const phone = '+919822000077';
const secret = 'ab'.repeat(32);
const unknown = { code: 'PT404', message: 'unknown_code', details: null, hint: 'unknown_code' };

interface Sent {
  id: string;
  manage_token: string;
  /** What each channel carries. */
  codes: Record<string, unknown>;
  code: string;
}

/** A guest books with a number that is not proven, and the messages are sent. */
async function bookAsGuest(changes: JsonObject = {}): Promise<Sent> {
  const request = bookingRequest({ phone, ...changes });
  const { id, manage_token } = await call('anon', 'create_booking', { request });
  const codes: Record<string, unknown> = {};
  for (const one of await claim(mondayMorning)) {
    codes[one.channel] = (await toSend(one, mondayMorning))?.['number_code'];
    await sent(one, mondayMorning);
  }
  return { id: String(id), manage_token: String(manage_token), codes, code: String(codes['sms']) };
}

const isProven = async (): Promise<boolean> => {
  const [row] = await db.keep(
    { at: mondayMorning },
    (tx) => tx<{ yes: boolean }[]>`select private.is_number_proven(${phone}) as yes`,
  );
  return row?.yes ?? false;
};
const history = async (booking: string): Promise<object[]> =>
  [
    ...(await db.sql`
      select kind, actor, actor_id, data from public.booking_events
      where booking_id = ${booking} and kind <> 'status' order by id`),
  ].map((row) => ({ ...row }));
const press = (code: string, more: JsonObject = {}, at = mondayMorning): Promise<JsonObject> =>
  call('anon', 'prove_number', { code, ...more }, at);

test('only the SMS to a number that is not proven carries the code', async () => {
  const { codes } = await bookAsGuest(withMail);
  assert.match(String(codes['sms']), /^[0-9A-HJKMNP-TV-Z]{10}$/);
  assert.equal(codes['mail'], null);
  await book();
  const [proven] = await claim(mondayMorning);
  assert.equal((await toSend(proven!, mondayMorning))?.['number_code'], null);
});

test('nothing that the browser of the booking gets contains the code', async () => {
  const { id, manage_token, code } = await bookAsGuest(withMail);
  const answers = [
    await call('anon', 'get_booking', { manage_token }),
    await call(admin, 'get_booking', { booking: id }),
    await call('anon', 'cancel_booking', { booking: id, manage_token }),
  ];
  assert.ok(!JSON.stringify(answers).includes(code));
  const [kept] = await db.sql<{ hidden: boolean }[]>`
    select code_hash not in (convert_to(${code}, 'UTF8'), private.hash_token(${code})) as hidden from private.number_codes`;
  assert.equal(kept?.hidden, true, 'it is stored as a hash that needs the key');
});

test('a message that is prepared while its booking is cancelled waits for it, and neither fails', async () => {
  const { id } = await call('anon', 'create_booking', { request: bookingRequest({ phone, date: '2026-11-27' }) });
  const [message] = await claim(mondayMorning);
  const waits = () => db.sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like '%message_to_send%'`;
  let prepared: ReturnType<typeof toSend> | undefined;
  // In the order of a cancellation: first the booking, then its messages.
  await db.keep({ at: mondayMorning }, async (tx) => {
    await tx`select from public.service_bookings where id = ${String(id)} for update`;
    prepared = toSend(message!, mondayMorning);
    prepared.catch(() => undefined);
    while ((await waits()).length === 0);
    await tx`update public.message_outbox set next_try_at = next_try_at where booking_id = ${String(id)}`;
  });
  assert.match(String((await prepared)?.['number_code']), /^[0-9A-Z]{10}$/);
});

test('each booking has its own code; the same SMS sent again has the same one', async () => {
  const one = await bookAsGuest();
  const other = await bookAsGuest({ date: '2026-11-26' });
  assert.notEqual(one.code, other.code);
  await db.sql`update public.message_outbox set status = 'waiting', sent_at = null where booking_id = ${one.id} and kind = 'confirmation'`;
  const [again] = await claim(mondayMorning);
  assert.equal((await toSend(again!, mondayMorning))?.['number_code'], one.code);
});

test('a press proves the number, opens the booking, and its messages are sent from then on', async () => {
  const { id, manage_token, code } = await bookAsGuest();
  assert.equal(await isProven(), false);
  assert.deepEqual(await press(code), { manage_token });
  assert.equal(await isProven(), true);
  assert.deepEqual(await history(id), [
    { kind: 'number_proven', actor: 'customer', actor_id: null, data: { by: 'link' } },
  ]);
  const unproven = await db.sql`select from private.unproven_bookings where booking_id = ${id}`;
  assert.equal(unproven.length, 0, 'its place no longer counts as one of an unproven number');
  assert.deepEqual(await deliver('2026-11-23T11:00:00+05:30'), ['reminder_24h sms']);
});

test('a press twice or at the same time opens the booking each time and is recorded once', async () => {
  const { id, manage_token, code } = await bookAsGuest();
  const answers = await Promise.all([press(code), press(code), press(code)]);
  assert.deepEqual(answers, [{ manage_token }, { manage_token }, { manage_token }]);
  assert.equal((await history(id)).length, 1);
});

test('a code is read as people type it', async () => {
  const { manage_token, code } = await bookAsGuest();
  const typed = ` ${code.slice(0, 5).toLowerCase()}-${code.slice(5)} `.replaceAll('0', 'o').replaceAll('1', 'l');
  assert.deepEqual(await press(typed), { manage_token });
});

test('the browser of the press needs no code for 90 days; no other browser does', async () => {
  const { code } = await bookAsGuest();
  await press(code, { proof: secret });
  const proves = async (proof: string, at: string): Promise<unknown> => {
    const [row] = await db.keep({ at }, (tx) => tx`select private.is_caller_proven(${phone}, ${proof}) as yes`);
    return row?.['yes'];
  };
  assert.equal(await proves(secret, '2027-02-21T07:59:00+05:30'), true);
  assert.equal(await proves(secret, '2027-02-21T08:01:00+05:30'), false);
  assert.equal(await proves('cd'.repeat(32), mondayMorning), false);
  await press(code, { proof: 'short' });
  assert.equal(await proves('short', mondayMorning), false);
});

test('every code that is not accepted gets the same answer and changes nothing', async () => {
  const { id, manage_token, code } = await bookAsGuest();
  const other = code.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
  for (const wrong of [
    other,
    '',
    '0123456789',
    code.slice(1),
    `${code}0`,
    manage_token,
    'é\u{1f600}',
    'x'.repeat(9999),
  ])
    assert.deepEqual(await press(wrong, { proof: secret }), unknown, wrong.slice(0, 70));
  assert.deepEqual(await call('anon', 'prove_number', { code: null }), unknown);
  assert.equal(await isProven(), false);
  assert.deepEqual(await history(id), []);
  assert.equal(
    (await db.sql`select from private.number_proofs where secret_hash = private.hash_token(${secret})`).length,
    0,
  );
});

test('a code that no SMS has carried yet is not accepted', async () => {
  const { id } = await call('anon', 'create_booking', { request: bookingRequest({ phone }) });
  const [row] = await db.sql<{ code: string }[]>`
    select private.number_code(b, b.phone) as code from public.service_bookings b where b.id = ${String(id)}`;
  assert.deepEqual(await press(row?.code ?? ''), unknown);
});

test('a code proves the number that its SMS went to, also after the booking got another one', async () => {
  const { id, code } = await bookAsGuest();
  await db.sql`update public.service_bookings set phone = '+919822000078' where id = ${id}`;
  await press(code);
  const rows = await db.sql<{ phone: string }[]>`select phone from private.proven_numbers where phone like '+9198220%'`;
  assert.deepEqual(
    rows.map((row) => row.phone),
    [phone],
  );
});

test('a code expires with the manage token, 30 days after the booking is closed', async () => {
  const { id, manage_token, code } = await bookAsGuest();
  await call('anon', 'cancel_booking', { booking: id, manage_token });
  assert.deepEqual(await press(code, {}, '2026-12-23T07:59:00+05:30'), { manage_token });
  await db.sql`delete from private.proven_numbers`;
  assert.deepEqual(await press(code, {}, '2026-12-23T08:01:00+05:30'), unknown);
  const late = '2026-12-23T08:01:00+05:30';
  assert.deepEqual(await call(admin, 'confirm_number', { booking: id, code }, late), unknown);
});

test('an admin confirms the number with the code that the caller reads aloud, and is named in the history', async () => {
  const { id, code } = await bookAsGuest();
  const seen = async (): Promise<unknown> => (await call(admin, 'get_booking', { booking: id }))['number_proven'];
  assert.equal(await seen(), false);
  const state = await call(admin, 'confirm_number', { booking: id, code: code.toLowerCase() });
  assert.equal(state['id'], id);
  assert.equal(await seen(), true);
  await call(admin, 'confirm_number', { booking: id, code });
  assert.deepEqual(await history(id), [
    { kind: 'number_proven', actor: 'admin', actor_id: admin.user, data: { by: 'staff' } },
  ]);
});

test('only staff can confirm a number, and with no other code', async () => {
  const one = await bookAsGuest();
  const other = await bookAsGuest({ date: '2026-11-26' });
  const confirm = { booking: one.id, code: one.code };
  assert.deepEqual(await call(admin, 'confirm_number', { ...confirm, code: other.code }), unknown);
  assert.deepEqual(await call(admin, 'confirm_number', { ...confirm, code: '0000000000' }), unknown);
  const missing = { booking: '00000000-0000-4000-8000-000000000000', code: one.code };
  assert.equal(await rejectionOf(call(admin, 'confirm_number', missing)), 'PT404 not_found');
  assert.equal(await rejectionOf(call(owner, 'confirm_number', confirm)), 'PT403 forbidden');
  await assert.rejects(call('anon', 'confirm_number', confirm), /permission denied/);
  assert.equal(await isProven(), false);
});

test('only admins can read whether a number is proven', async () => {
  const { manage_token } = await bookAsGuest();
  assert.equal((await call('anon', 'get_booking', { manage_token }))['number_proven'], null);
  const own = await book();
  assert.equal((await call(owner, 'get_booking', { booking: own }))['number_proven'], null);
});

test('a wrong code is answered with status 404, so that it counts as a call', async () => {
  const status = await db.keep({ as: 'anon', at: mondayMorning }, async (tx) => {
    await rpc(tx, 'prove_number', { code: '0000000000' });
    const [row] = await tx<{ status: string }[]>`select current_setting('response.status') as status`;
    return row?.status;
  });
  assert.equal(status, '404');
});

test('after the keys are replaced as the runbook says, what was sent before opens nothing and what is sent next does', async () => {
  const request = bookingRequest({ phone, date: '2026-11-28' });
  const before = await call('anon', 'create_booking', { request });
  const { id, code } = await bookAsGuest({ date: '2026-11-28', time: '14:00' });
  const runbook = readFileSync(join(import.meta.dirname, '../../hosting/runbooks/rotate-keys.md'), 'utf8');
  const [statements] = runbook.match(/(?<=```sql\n)[^`]*manage_token[^`]*/) ?? [];
  assert.ok(statements);
  await db.sql.unsafe(statements);
  const open = (manage_token: unknown) => call('anon', 'get_booking', { manage_token });
  assert.equal(await rejectionOf(open(before['manage_token'])), 'PT404 not_found');
  assert.deepEqual(await press(code), unknown);
  const after = await call('anon', 'create_booking', { request });
  assert.equal((await open(after['manage_token']))['id'], before['id']);
  const [later] = await db.sql<{ code: string }[]>`
    select private.issue_number_code(b, b.phone) as code from public.service_bookings b where b.id = ${id}`;
  assert.ok((await press(later?.code ?? ''))['manage_token'], 'the next SMS of a booking whose first code is void');
});
