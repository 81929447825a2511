import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { hire } from './hire.ts';
import { openDatabase, rejected, rpc, type Actor, type JsonObject, type TestDatabase } from './open-database.ts';

/* Every row that staff write leaves a line with their name; what customers write leaves none. */
let db: TestDatabase;
let owner: { user: string };
let desk: { user: string };
let customer: { user: string };
before(async () => {
  db = await openDatabase();
  owner = { user: await hire(db, 'owner', 'Asha Rao') };
  desk = { user: await hire(db, 'desk', 'Meera Kale') };
  customer = { user: await db.addUser('customer@example.com') };
});
let seen = 0;
beforeEach(async () => {
  const [row] = await db.sql`select coalesce(max(id), 0)::int as last from public.audit_log`;
  seen = Number(row?.['last']);
});
after(() => db.close());

function call(as: Actor, name: string, args: JsonObject): Promise<JsonObject> {
  return db.keep({ as, at: mondayMorning }, (tx) => rpc(tx, name, args));
}

const lines = () => db.sql`
  select action, actor_id, table_name, row_key, before, after from public.audit_log where id > ${seen} order by id`;

test('a step of a booking is logged with who, table, key, before and after', async () => {
  const booking = String((await call(customer, 'create_booking', { request: bookingRequest() }))['id']);
  assert.equal((await lines()).length, 0, 'a customer wrote it');
  await call(desk, 'set_booking_status', { booking, to_status: 'assigned', mechanic: 'Sagar' });
  const [line] = await lines();
  assert.deepEqual({ ...line }, {
    action: 'row_changed',
    actor_id: desk.user,
    table_name: 'service_bookings',
    row_key: booking,
    before: { status: 'confirmed', mechanic: null },
    after: { status: 'assigned', mechanic: 'Sagar' },
  }); // oxfmt-ignore
});

test('a direct write to a table is logged, and a write that changes nothing is not', async () => {
  const closed = { date: '2026-12-24', reason: 'Stocktaking' };
  await db.keep({ as: desk }, async (tx) => {
    await tx`insert into public.closures ${tx(closed)}`;
    await tx`update public.closures set reason = reason where date = ${closed.date}`;
    await tx`delete from public.closures where date = ${closed.date}`;
  });
  const found = await lines();
  assert.deepEqual(
    found.map((line) => [line['action'], line['row_key'], line['before'], line['after']]),
    [
      ['row_added', closed.date, null, { ...closed, closes_at: null }],
      ['row_removed', closed.date, { ...closed, closes_at: null }, null],
    ],
  );
});

test('a change of duties and staff is announced to the log with its request, and without names and numbers', async () => {
  const announced: string[] = [];
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const listening = await db.sql.listen('audit_log', (text) => (text === 'end' ? end() : void announced.push(text)));
  const asOwner = (name: string, args: JsonObject) =>
    db.keep({ as: owner, at: mondayMorning }, async (tx) => {
      await tx`select set_config('request.headers', ${JSON.stringify({ 'x-request-id': '7kx3m9qp' })}, true)`;
      return rpc(tx, name, args);
    });
  const person = await hire(db, 'desk', 'Nita Joshi');
  await asOwner('set_duty', { person, duty: 'mechanic' });
  await asOwner('invite_staff', { name: 'Om Shinde', duty: 'desk', phone: '90000 00041' });
  await asOwner('set_staff_active', { person, active: false });
  await db.keep({ as: desk }, (tx) => tx`insert into public.closures ${tx({ date: '2026-12-26', reason: 'Repairs' })}`);
  await db.sql`select pg_notify('audit_log', 'end')`;
  await ended;
  await listening.unlisten();
  const told = announced.map((text) => JSON.parse(text) as JsonObject);
  const ofOwner = told.filter((line) => line['request_id'] === '7kx3m9qp');
  assert.deepEqual(
    ofOwner.map((line) => [line['action'], line['actor_id'], line['table_name']]),
    [
      ['row_changed', owner.user, 'staff'],
      ['row_added', owner.user, 'staff_invitations'],
      ['row_changed', owner.user, 'staff'],
    ],
  );
  assert.equal(ofOwner[0]?.['subject'], `staff ${person}`);
  assert.ok(
    told.every((line) => line['table_name'] !== 'closures'),
    'the work of the day is in the table only',
  );
  assert.doesNotMatch(announced.join(), /Nita|Shinde|90000 ?00041/);
});

test('the trail has names, for owners and without contacts for accountants', async () => {
  const accountant = { user: await hire(db, 'accountant') };
  await db.sql`select public.request_callback('unserved_pin', 'Asha', '9000000012', '{"pin": "411038"}')`;
  const [{ id } = { id: '' }] = await db.sql<{ id: string }[]>`select id from public.callback_requests`;
  await call(desk, 'log_call', { callback: id, outcome: 'reached' });
  await call(owner, 'set_duty', { person: desk.user, duty: 'foreman' });
  await call(owner, 'set_duty', { person: desk.user, duty: 'desk' });
  await call(owner, 'invite_staff', { name: 'Nita Joshi', duty: 'desk', phone: '90000 00041' });
  const read = async (as: Actor) => (await call(as, 'list_audit', {})) as unknown as JsonObject[];
  const ofOwner = await read(owner);
  const told = ofOwner.map(({ name, about, table }) => `${String(name)} ${String(table)} ${String(about)}`);
  for (const words of ['Meera Kale callback_requests null', 'Asha Rao staff Meera Kale', 'Asha Rao staff_invitations null'])
    assert.ok(told.includes(words), `${words} in ${told.join(', ')}`); // oxfmt-ignore
  assert.ok(JSON.stringify(ofOwner).includes('+919000000041'));
  const ofAccountant = await read(accountant);
  assert.equal(ofAccountant.length, ofOwner.length);
  assert.ok(!JSON.stringify(ofAccountant).includes('+919000000041'));
  for (const as of [desk, customer]) assert.equal((await rejected(read(as))).hint, 'forbidden');
});

test('photos, questions, proven numbers and wrong codes leave a line, without the secret and the contact', async () => {
  const foreman = { user: await hire(db, 'foreman', 'Ravi Jadhav') };
  const accountant = { user: await hire(db, 'accountant') };
  const booked = await call(customer, 'create_booking', { request: bookingRequest({ phone: '90000 00077' }) });
  const booking = String(booked['id']);
  const told = async () =>
    (await lines()).filter(({ table_name }) =>
      ['objects', 'item_questions', 'proven_numbers', 'handover_codes'].includes(String(table_name)),
    );
  const made = async () => (await told()).map((line) => [line['action'], line['actor_id'], line['table_name'], line['row_key']]); // oxfmt-ignore
  const expected: unknown[][] = [];

  await call(desk, 'change_items', { booking, items: cart('general-service'), expected_version: 0, ask: true });
  expected.push(['row_added', desk.user, 'item_questions', booking]);
  await call('anon', 'answer_items', { booking, manage_token: booked['manage_token'], answer: 'no', total: 1699 });
  assert.deepEqual(await made(), expected, 'the customer answered');

  const [issued] = await db.sql<{ code: string }[]>`
    select private.issue_number_code(b, b.phone) as code from public.service_bookings b where b.id = ${booking}`;
  await call(desk, 'confirm_number', { booking, code: issued?.code });
  expected.push(['row_added', desk.user, 'proven_numbers', '+919000000077']);

  await db.sql`update public.service_bookings set status = 'inspecting', mechanic = 'Sagar' where id = ${booking}`;
  const photo = `${booking}/check-in/${randomUUID()}.webp`;
  await db.keep({ as: foreman }, async (tx) => {
    await tx`insert into storage.objects (bucket_id, name) values ('job-photos', ${photo})`;
    await tx`delete from storage.objects where name = ${photo}`;
  });
  expected.push(['row_added', foreman.user, 'objects', photo], ['row_removed', foreman.user, 'objects', photo]);

  await db.sql`update public.service_bookings set status = 'ready' where id = ${booking}`;
  const [right] = await db.sql<
    { code: string }[]
  >`select code from private.handover_codes where booking_id = ${booking}`;
  const handover_code = right?.code === '0000' ? '1111' : '0000';
  await db.keep({ as: foreman, at: '2026-11-24T13:00:00+05:30' }, (tx) =>
    rpc(tx, 'set_booking_status', { booking, to_status: 'completed', handover_code }),
  );
  expected.push(['row_changed', foreman.user, 'handover_codes', booking]);
  assert.deepEqual(await made(), expected);
  assert.equal(((await told()).at(-1)!['after'] as JsonObject)['wrong_tries'], 1);
  const secrets = await db.sql`
    select 1 from public.audit_log where before::text || after::text ~ ${`"code"|"${String(right?.code)}"`}`;
  assert.equal(secrets.length, 0);

  const read = async (as: Actor) => (await call(as, 'list_audit', {})) as unknown as JsonObject[];
  assert.ok(JSON.stringify(await read(owner)).includes('proven_numbers +919000000077'));
  const ofAccountant = await read(accountant);
  assert.ok(!JSON.stringify(ofAccountant).includes('9000000077'));
  const ofPhoto = ofAccountant.find(({ table }) => table === 'objects');
  assert.deepEqual([ofPhoto?.['name'], ofPhoto?.['booking']], ['Ravi Jadhav', booking.slice(0, 8)]);
});

test('no line has a secret, and no line can be changed', async () => {
  const all = JSON.stringify(await db.sql`select before, after from public.audit_log`);
  assert.doesNotMatch(all, /request_id|_hash|handover|manage_token/);
  for (const change of [`update public.audit_log set before = null`, `delete from public.audit_log`])
    await rejected(db.sql.unsafe(change));
});

test('every table that staff write by their rights or through a function is watched', async () => {
  // Append-only histories of their own, what the alert writes for its reader, and what other rows are computed into.
  const histories = ['audit_log', 'booking_events', 'payment_events', 'notification_logs'];
  const derived = ['booking_places', 'booking_signals', 'user_roles', 'client_reports'];
  // Own details, and what only the owner of the database writes today.
  const others = ['profiles', 'coupons', 'booking_transitions'];
  // Of the other schemas, where nobody has rights: keys, tokens and holds that a call makes, and counters.
  const ofCalls = ['manage_tokens', 'number_codes', 'number_proofs', 'recovery_codes', 'slot_holds', 'keys'];
  const counted = [
    'call_counts',
    'invoice_counters',
    'credit_note_counters',
    'voucher_counters',
    'sign_in_sms',
    'unproven_bookings',
    'used_report_tokens',
  ];
  // job_marks: each mark is written into the rows of its job, which are watched.
  const marks = ['job_marks', 'report_salts'];
  // Only the owner of the database, or a trigger of their own in audit-log.sql.
  const ofOperators = ['call_limits', 'message_budgets', 'settings', 'limits', 'live_versions'];
  const elsewhere = await db.sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where (c.relnamespace = 'private'::regnamespace or c.oid = 'storage.objects'::regclass) and c.relkind = 'r'
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit_row')`;
  assert.deepEqual(elsewhere.map(({ name }) => name).sort(), [...ofCalls, ...counted, ...marks, ...ofOperators].sort());
  const unwatched = await db.sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit_row')
      and (
        not has_any_column_privilege('anon', c.oid, 'select')
        or has_any_column_privilege('authenticated', c.oid, 'insert, update')
        or has_table_privilege('authenticated', c.oid, 'delete')
        or c.relname = 'weather_days'
      )`;
  assert.deepEqual(unwatched.map(({ name }) => name).sort(), [...histories, ...derived, ...others].sort());
});
