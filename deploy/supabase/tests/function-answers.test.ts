import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { functionAnswers } from '@twostroke/shared/contracts/functions';
import type {
  BookingRequest,
  FunctionArguments,
  FunctionName,
  FunctionResult,
} from '@twostroke/shared/contracts/functions';
import { safeParse } from 'valibot';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { openDatabase, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { orderOf, providerEvent } from './payment-events.ts';
import { comeFrom } from './report-tokens.ts';
import { checkInFor, stepTo, tickAll } from './workshop.ts';

/* Every function of the API answers what `functionAnswers` promises to the apps. */
let db: TestDatabase;
let admin: Actor;
const checked = new Set<FunctionName>();
before(async () => {
  db = await openDatabase();
  admin = { user: await db.addUser('admin@example.com') };
  await db.sql`select public.make_owner(${admin.user})`;
  await db.sql`update public.shop set payment_provider = 'local'`;
});
after(() => db.close());

/** Calls a function and checks its answer against the description. */
async function ask<Name extends FunctionName>(
  name: Name,
  args: FunctionArguments<Name>,
  as: Actor | 'owner' = 'anon',
  at = mondayMorning,
): Promise<FunctionResult<Name>> {
  const answer = await db.keep(as === 'owner' ? { at } : { as, at }, async (tx) => {
    await comeFrom(tx, '203.0.113.7');
    return rpc(tx, name, args as JsonObject);
  });
  const { success, issues, output } = safeParse(functionAnswers[name], answer);
  const errors = issues?.map(({ path, message }) => `${path?.map(({ key }) => String(key)).join('.')}: ${message}`);
  assert.ok(success, `${name} answers ${JSON.stringify(answer)}: ${errors?.join('; ')}`);
  checked.add(name);
  return output as FunctionResult<Name>;
}

function book(changes: Partial<BookingRequest> = {}): Promise<FunctionResult<'create_booking'>> {
  return ask('create_booking', { request: bookingRequest({ ...changes }) });
}

const step = async (booking: string, to_status: string, at = mondayMorning) => {
  await checkInFor(to_status, db.sql);
  return ask('set_booking_status', { booking, mechanic: 'Sagar', ...stepTo(to_status), to_status }, admin, at);
};

test('quotes, free times and holds have the described answers', async () => {
  const items = cart('general-service');
  const model = 'royal-enfield/classic-350';
  await ask('quote', { items, model, mode: 'pickup', coupon: 'NONE', area: 'kondhwa', pin: '411048' });
  await ask('quote', { items: cart('no-such-thing'), model });
  await ask('list_slots', { mode: 'workshop', items, model, days: 14, near: '11:00' });
  const request_id = randomUUID();
  const hold = { mode: 'workshop', items, model, date: '2026-11-24', start: '09:00', request_id };
  await ask('hold_slot', hold);
  await ask('extend_hold', { request_id });
  await ask('release_hold', { request_id });
});

test('a booking, from creation to the invoice, has the described answers', async () => {
  const { id, manage_token } = await book({ approval_limit: 500 });
  await ask('get_booking', { manage_token });
  await ask('reschedule_booking', { booking: id, manage_token, date: '2026-11-25', start: '11:00', expected_fee: 0 });
  const at = '2026-11-25T14:30:00+05:30'; // more than an hour after the window
  for (const status of ['assigned', 'on_the_way', 'inspecting']) await step(id, status, at);
  const work = { name: 'Clutch plates', reason: 'Worn', price: 900, minutes: 30 };
  const { extra_work } = await ask('propose_extra_work', { booking: id, items: [work] }, admin, at);
  await ask('see_extra_work', { booking: id, manage_token }, 'anon', at);
  await ask('answer_extra_work', { line: extra_work[0]!.id, answer: 'yes', manage_token }, 'anon', at);
  await ask('reprice_extra_work', { line: extra_work[0]!.id, price: 850 }, admin, at);
  await ask(
    'answer_extra_work',
    { line: extra_work[0]!.id, answer: 'later', manage_token, price_version: 2 },
    'anon',
    at,
  );
  const kept = await ask(
    'list_declined_work',
    { model: 'royal-enfield/classic-350', vehicle_number: 'MH 12 ZZ 0042' },
    admin,
  );
  await ask('end_declined_work', { work: kept[0]!.id, manage_token }, 'anon', at);
  const made_at = '2026-11-25T14:31:00+05:30';
  const mark = { id: randomUUID(), kind: 'point' as const, made_at, point: 'oil-level', state: 'ok' as const };
  await ask('mark_job', { booking: id, mark }, admin, at);
  await ask('get_job', { booking: id }, admin, at);
  await ask('list_jobs', {}, admin, at);
  await ask('assign_job', { booking: id, mechanic: 'Ravi', expected_mechanic: 'Sagar' }, admin, at);
  await ask('assign_job', { booking: id, mechanic: 'Sagar', expected_mechanic: 'Ravi' }, admin, at);
  await ask('promise_ready', { booking: id, day: '2026-11-26', clock: '18:00' }, admin, at);
  await ask('list_board', { day: '2026-11-26' }, admin, at);
  await step(id, 'in_service', at);
  await ask('tick_checklist', { booking: id, lines: [1], done: true }, admin, at);
  await tickAll(db.sql);
  for (const status of ['quality_check', 'ready']) await step(id, status, at);
  await ask('set_booking_fee', { booking: id, fee: 100, note: 'Agreed on the phone' }, admin, at);
  await ask('give_late_credit', { booking: id, note: 'Held up in traffic' }, admin, at);
  await ask('record_payment', { booking: id, amount: 300, method: 'cash' }, admin, at);
  await ask('record_payment', { booking: id, amount: 200, method: 'card', terminal_reference: '00471B' }, admin, at);
  await step(id, 'completed', at);
  await ask('get_booking', { booking: id }, admin, at);
  await ask('get_invoice', { booking: id, manage_token }, 'anon', at);
  await ask('get_vouchers', { booking: id, manage_token }, 'anon', at);
});

test('payments and refunds have the described answers', async () => {
  const upi = await book({ payment: 'upi' });
  const key = { booking: upi.id, manage_token: upi.manage_token };
  const { payment, reference } = await ask('start_payment', { ...key, method: 'upi' });
  await ask('claim_payment', { reference, manage_token: upi.manage_token });
  await ask('reject_claim', { payment, note: 'Not in the bank' }, admin);
  await ask('confirm_payment', { payment }, admin);
  await ask('cancel_booking', { ...key, expected_fee: 0 });
  const [refund] = (await ask('get_booking', key)).payment.refunds;
  await ask('finish_refund', { refund: refund!.id, note: 'By UPI' }, admin);

  const online = await book({ payment: 'online' });
  await ask('pay_after_service', { booking: online.id, manage_token: online.manage_token });
  const paid = await book({ payment: 'online' });
  await providerEvent(db, { kind: 'payment.captured', order: await orderOf(db, paid, mondayMorning) }, mondayMorning);
  await ask('get_booking', { manage_token: paid.manage_token });
});

test('the waitlist has the described answers', async () => {
  await db.sql`delete from public.service_bookings where mode = 'doorstep' and booking_date = '2026-11-26'`;
  const full = await Promise.all([1, 2, 3].map(() => book({ date: '2026-11-26' })));
  const request = {
    request_id: randomUUID(),
    mode: 'doorstep' as const,
    date: '2026-11-26',
    time: '11:00',
    model: 'royal-enfield/classic-350',
    items: cart('oil-change'),
    name: 'Ravi Kale',
    phone: '9000001001',
    email: 'ravi@example.com',
  };
  await ask('join_waitlist', { request });
  const second = await ask('join_waitlist', {
    request: { ...request, request_id: randomUUID(), phone: '9000001002' },
  });
  await ask('leave_waitlist', { token: second.token });
  await ask('cancel_booking', { booking: full[0]!.id, manage_token: full[0]!.manage_token, expected_fee: 0 });
  await db.keep({ at: mondayMorning }, (tx) => tx`select private.offer_waitlist_places()`);
  const [row] = await db.keep(
    { at: mondayMorning },
    (tx) => tx<{ token: string }[]>`
      select private.message_to_send(c.message, c.attempt) ->> 'claim_token' as token
      from private.claim_messages(100) c where c.kind = 'place_free' limit 1`,
  );
  await ask('get_offer', { token: row?.token ?? '' });
});

test('the functions of the workshop, call-backs and reports have the described answers', async () => {
  await ask('is_admin', {}, admin);
  await ask('content_version', {});
  await ask('list_places', { day: '2026-11-24' }, admin);
  await ask('request_callback', { kind: 'message', name: 'Asha', phone: '9000000012', details: { message: 'Hello' } });
  await ask('set_weather_mode', { day: '2026-11-27', enabled: true, note: 'Heavy rain' }, admin);
  const [message] = await db.sql<{ id: number }[]>`
    update public.message_outbox set status = 'failed'
    where id = (
      select max(m.id) from public.message_outbox m
      join public.service_bookings b on b.id = m.booking_id and b.version = m.version
      where b.status = 'confirmed' and m.kind = 'confirmation'
    ) returning id`;
  await ask('retry_message', { message: Number(message?.id) }, admin);
  const event = {
    ...{ id: randomUUID(), kind: 'error', app: 'cart', version: '1.0.0-1a2b3c4d', route: 'cart:book-service' },
    ...{ name: 'TypeError', message: 'x is undefined' },
  };
  const token = await ask('request_report_token', { versions: { cart: event.version } });
  await ask('report_client_events', { events: [event], token: token ?? '' });
  await ask('report_client_events', { events: [event] });
  const live = [{ app: 'cart', version: event.version, canary: false }];
  await ask('set_live_versions', { site: 'https://twostroke.example', versions: live }, 'owner');
  const since = '2026-11-24T00:00:00+05:30';
  await ask('version_reports', { app: 'cart', versions: [event.version], since }, 'owner');
  await ask('client_health', { hours: 24 }, admin);
});

test('the functions of the code in an SMS have the described answers', async () => {
  const { id } = await book();
  const [row] = await db.sql<{ code: string }[]>`
    select private.issue_number_code(b, b.phone) as code from public.service_bookings b where b.id = ${id}`;
  await ask('confirm_number', { booking: id, code: row?.code ?? '' }, admin);
  await ask('prove_number', { code: row?.code ?? '' });
  await ask('get_booking', { booking: id }, admin);
});

test('the functions of sessions have the described answers', async () => {
  const user = await db.addUser('sessions@example.com');
  const session = randomUUID();
  await db.sql`
    insert into auth.sessions (id, user_id, created_at, refreshed_at, user_agent)
    values (${session}, ${user}, now(), now(), 'Firefox')`;
  await ask('list_sessions', {}, { user });
  await ask('end_session', { session }, { user });
});

test('the functions of the second factor have the described answers', async () => {
  const user = await db.addUser('second-factor@example.com');
  await db.sql`select public.make_owner(${user})`;
  await db.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status) values (${randomUUID()}, ${user}, 'totp', 'verified')`;
  const verified: Actor = { user, claims: { aal: 'aal2' } };
  await ask('second_factor', {}, { user });
  await ask('require_second_factor', { required: false }, verified);
  const [code = ''] = await ask('write_recovery_codes', {}, verified);
  await ask('use_recovery_code', { code }, { user });
});

test('the functions of the desk have the described answers', async () => {
  const request_id = randomUUID();
  const job = { mode: 'workshop', model: 'royal-enfield/classic-350', items: cart('oil-change') };
  await ask('hold_for_caller', { ...job, request_id, date: '2026-11-28', start: '09:00' }, admin);
  const request = bookingRequest({
    request_id,
    mode: 'workshop',
    date: '2026-11-28',
    time: '09:00',
    on_behalf: 'phone',
  });
  await ask('create_booking', { request }, admin);
  await ask('get_caller', { phone: '9000000012' }, admin);
  await ask('get_caller', { phone: '9000000099' }, admin);
  await ask('log_call', { phone: '9000000012', outcome: 'reached', about: 'A price' }, admin);
  await db.keep(
    { as: admin },
    (tx) => tx`insert into public.customer_notes (phone, note) values ('+919000000012', 'Call after six')`,
  );
  await ask('get_customer', { phone: '9000000012' }, admin);
  await ask('find_in_office', { query: 'kulk' }, admin);
  await ask('find_in_office', { query: '' }, admin);
  const { id, manage_token } = await book({ mode: 'workshop', date: '2026-11-30' });
  await ask('update_booking', { booking: id, changes: { notes: 'Gate 2' }, expected_version: 0 }, admin);
  const items = cart('general-service');
  await ask('change_items', { booking: id, items, expected_version: 1, preview: true }, admin);
  await ask('change_items', { booking: id, items, expected_version: 1, customer_yes: 'Said yes' }, admin);
  const more = cart('general-service', 'extended-warranty');
  await ask('change_items', { booking: id, items: more, expected_version: 2, ask: true }, admin);
  const { item_question } = await ask('get_booking', { booking: id }, admin);
  await ask('answer_items', { booking: id, manage_token, answer: 'yes', total: item_question?.total ?? 0 });
  await db.sql`update public.service_bookings set status = 'ready' where id = ${id}`;
  const oil = {
    kind: 'oil' as const,
    name: 'Engine oil',
    make: 'Motul',
    grade: '10W-30',
    hsn: '27101972',
    quantity: 1.2,
    unit: 'litre' as const,
  };
  await ask('save_used_parts', { booking: id, parts: [oil] }, admin);
  await step(id, 'completed', '2026-11-30T12:00:00+05:30');
  const lines = [{ line: 1, rupees: 100 }];
  await ask('issue_credit_note', { booking: id, request_id: randomUUID(), lines, reason: 'A faulty part' }, admin);
  await ask('replace_invoice', { booking: id, request_id: randomUUID(), reason: 'Another name', name: 'Asha' }, admin);
  await ask('get_invoice', { booking: id }, admin);
});

test('the functions of staff have the described answers', async () => {
  await ask('has_duty', { duties: ['owner', 'desk'] }, admin);
  await ask('my_duty', {}, admin);
  await ask('my_duty', {}, { user: await db.addUser('no-duty@example.com') });
  const person = await db.addUser('second-owner@example.com');
  await ask('make_owner', { account: person }, 'owner');
  const { invitations } = await ask('invite_staff', { name: 'Sagar', duty: 'mechanic', phone: '90000 00031' }, admin);
  await ask('withdraw_invitation', { invitation: invitations[0]?.id ?? '' }, admin);
  await ask('invite_staff', { name: 'Meera', duty: 'desk', email: 'meera@example.in' }, admin);
  await ask('set_duty', { person, duty: 'foreman' }, admin);
  await ask('set_staff_active', { person, active: false }, admin);
  await ask('list_staff', {}, admin);
  assert.ok((await ask('list_audit', {}, admin)).some(({ table, about }) => table === 'staff' && about));
});

test('every function of the API is covered', () => {
  assert.deepEqual([...checked].sort(), Object.keys(functionAnswers).sort());
});
