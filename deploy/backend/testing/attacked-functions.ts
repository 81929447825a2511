import { randomUUID } from 'node:crypto';
import type { AttackedShop, AttackedBooking } from './attacked-shop.ts';
import type { JsonObject } from '../../supabase/tests/open-database.ts';
import { job, readFirstFree } from './attacked-shop.ts';

/** A function that anyone can call over HTTP. */
export interface CallableFunction {
  name: string;
  args: string[];
  types: string[];
  /** Whether it may write. PostgREST calls the others by GET too. */
  isVolatile: boolean;
}

/** Every function that a request can call, by name. */
export function callableFunctions(shop: AttackedShop): Promise<CallableFunction[]> {
  return shop.site.backend.sql<CallableFunction[]>`
    select p.proname as name, coalesce(p.proargnames, '{}')::text[] as args,
      array(select format_type(t, null) from unnest(p.proargtypes) with ordinality as a (t, n) order by n) as types,
      p.provolatile = 'v' as "isVolatile"
    from pg_catalog.pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
    order by 1`;
}

/** A booking of the customer in the state that the function needs, with its line of extra work, payment or refund. */
export async function prepared(shop: AttackedShop, name: string): Promise<{ booked: AttackedBooking; line: string }> {
  const { sql } = shop.site.backend;
  const booked = await shop.book(shop.customer.client);
  const line = randomUUID();
  if (['get_invoice', 'issue_credit_note', 'replace_invoice'].includes(name))
    await sql`update service_bookings set status = 'completed' where id = ${booked.id}`;
  if (name === 'issue_credit_note') await shop.boss.client.rpc('get_invoice', { booking: booked.id });
  if (['claim_payment', 'confirm_payment', 'reject_claim', 'finish_refund'].includes(name)) {
    const status = name === 'reject_claim' ? 'claimed' : name === 'finish_refund' ? 'captured' : 'created';
    const captured = status === 'captured' ? 1 : 0;
    await sql`
      insert into payments (id, booking_id, method, provider, reference, amount_paise, captured_paise, status, created_at, captured_at)
      values (${line}, ${booked.id}, 'upi', 'upi', ${referenceOf(line)}, 1, ${captured}, ${status}, now(),
        ${captured ? new Date() : null})`;
    if (captured)
      await sql`
        insert into refunds (id, booking_id, payment_id, amount_paise, reason, asked_at, next_try_at)
        values (${line}, ${booked.id}, ${line}, 1, 'overpaid', now(), now())`;
  }
  if (name === 'propose_extra_work' || name === 'save_used_parts')
    await sql`update service_bookings set status = 'inspecting' where id = ${booked.id}`;
  if (name === 'mark_job') {
    await sql`update service_bookings set status = 'inspecting' where id = ${booked.id}`;
    await sql`
      insert into booking_inspection (booking_id, point, position, group_name, label)
      values (${booked.id}, 'chain', 1, 'Drive', 'Chain')`;
  }
  if (name === 'end_declined_work')
    await sql`
      insert into extra_work (booking_id, name, reason, price, minutes, status, decided_by, decided_at, proposed_at, position)
      values (${booked.id}, 'New mirror', 'Cracked', 450, 30, 'later', 'customer', now(), now(), 1)`;
  if (name === 'tick_checklist') {
    await sql`update service_bookings set status = 'in_service' where id = ${booked.id}`;
    await sql`insert into booking_checklist (booking_id, line, group_name, label) values (${booked.id}, 1, 'Brakes', 'Pads')`;
  }
  if (name === 'answer_extra_work' || name === 'see_extra_work' || name === 'reprice_extra_work') {
    await sql`update service_bookings set status = 'awaiting_approval' where id = ${booked.id}`;
    await sql`
      insert into extra_work (id, booking_id, name, reason, price, minutes, status, proposed_at, position)
      values (${line}, ${booked.id}, 'Brake pads', 'Worn', 600, 30, 'proposed', now(), 1)`;
  }
  if (name === 'answer_items')
    await sql`
      insert into private.item_questions (booking_id, asked_at, edits, again) values (${booked.id}, now(), 0, ${sql.json(
        {
          ...{ total: 1200, off: 0, minutes: 60, two_day: false },
          lines: [
            {
              item_id: 'oil-change',
              name: 'Engine Oil Change',
              package_type: 'primary',
              quantity: 1,
              minutes: 60,
              unit_price: 1200,
              price: 1200,
            },
          ],
        },
      )})`;
  if (name === 'give_late_credit')
    await sql`update service_bookings set booking_date = booking_date - 40 where id = ${booked.id}`;
  if (name === 'retry_message')
    await sql`update message_outbox set status = 'failed' where booking_id = ${booked.id} and kind = 'confirmation'`;
  return { booked, line };
}

const referenceOf = (id: string): string => id.replaceAll('-', '').toUpperCase();

/** Valid arguments of the function for that booking, without its manage token. */
export async function argumentsFor(
  shop: AttackedShop,
  name: string,
  booked: AttackedBooking,
  line: string,
): Promise<JsonObject> {
  const booking = booked.id;
  const request_id = booked.request['request_id'];
  const given: Record<string, () => JsonObject | Promise<JsonObject>> = {
    answer_extra_work: () => ({ line, answer: 'yes', note: 'Told on the phone' }),
    answer_items: () => ({ booking, answer: 'yes', total: 1200 }),
    cancel_booking: () => ({ booking }),
    change_items: () => ({ booking, items: job.items, expected_version: 0 }),
    claim_payment: () => ({ reference: referenceOf(line) }),
    confirm_number: async () => ({ booking, code: await numberCode(shop, booking) }),
    confirm_payment: () => ({ payment: line }),
    create_booking: () => ({ request: booked.request }),
    end_session: async () => ({ session: await otherSession(shop) }),
    extend_hold: () => ({ request_id }),
    find_in_office: () => ({ query: 'Asha' }),
    finish_refund: () => ({ refund: line, note: 'Given back' }),
    get_booking: () => ({ booking }),
    get_caller: () => ({ phone: '9000000012' }),
    get_customer: () => ({ phone: '9000000012' }),
    get_invoice: () => ({ booking }),
    get_job: () => ({ booking }),
    give_late_credit: () => ({ booking, note: 'The mechanic was held up' }),
    get_offer: () => ({ token: 'a1'.repeat(32) }),
    get_vouchers: () => ({ booking }),
    hold_for_caller: async () => ({ ...job, request_id, ...(await readFirstFree(shop)) }),
    has_duty: () => ({ duties: ['owner'] }),
    hold_slot: async () => ({ ...job, request_id, ...(await readFirstFree(shop)) }),
    invite_staff: () => ({ name: 'Sagar Pawar', duty: 'mechanic', phone: newPhone() }),
    issue_credit_note: () => ({
      booking,
      request_id: randomUUID(),
      lines: [{ line: 1, rupees: 1 }],
      reason: 'Faulty part',
    }),
    join_waitlist: async () => ({ request: await wishForFullWindow(shop) }),
    leave_waitlist: () => ({ token: 'a1'.repeat(32) }),
    list_slots: () => ({ ...job }),
    propose_extra_work: () => ({ booking, items: [{ name: 'Brake pads', reason: 'Worn', price: 600 }] }),
    log_call: () => ({ outcome: 'reached', phone: '9000000012', about: 'A price' }),
    mark_job: () => ({
      booking,
      mark: { id: randomUUID(), kind: 'point', made_at: new Date().toISOString(), point: 'chain', state: 'ok' },
    }),
    pay_after_service: () => ({ booking }),
    prove_number: () => ({ code: '0123456789' }),
    quote: () => ({ ...job }),
    record_payment: () => ({ booking, amount: 1, method: 'card', terminal_reference: '00471B' }),
    reject_claim: () => ({ payment: line, note: 'Not found' }),
    release_hold: () => ({ request_id }),
    report_client_events: async () => ({
      events: [{ kind: 'visit', app: 'shell', version: '1.0.0' }],
      token: await reportToken(shop),
    }),
    request_report_token: () => ({ versions: { shell: '1.0.0' } }),
    request_callback: () => ({ kind: 'unserved_pin', name: 'Asha', phone: newPhone(), details: { pin: '411038' } }),
    require_second_factor: () => ({ required: true }),
    reschedule_booking: async () => ({ booking, ...(await readFirstFree(shop)) }),
    retry_message: async () => ({ message: await failedMessage(shop, booking) }),
    save_used_parts: () => ({
      booking,
      parts: [{ kind: 'part', name: 'Brake pads', make: 'Brembo', hsn: '87141090', quantity: 1 }],
    }),
    see_extra_work: () => ({ booking }),
    set_booking_fee: () => ({ booking, fee: 50, note: 'Agreed' }),
    set_booking_status: () => ({ booking, to_status: 'assigned' }),
    set_duty: () => ({ person: shop.deputy.id, duty: 'owner' }),
    assign_job: () => ({ booking, mechanic: 'Sagar Pawar' }),
    promise_ready: () => ({ booking, day: booked.request['date'], clock: '23:59' }),
    list_board: async () => ({ day: (await readFirstFree(shop)).date }),
    end_declined_work: async () => ({ work: await declinedWork(shop, booking) }),
    list_declined_work: () => ({ model: job.model, vehicle_number: 'MH 12 ZZ 0042' }),
    list_places: async () => ({ day: (await readFirstFree(shop)).date }),
    set_staff_active: () => ({ person: shop.deputy.id, active: true }),
    replace_invoice: () => ({ booking, request_id: randomUUID(), reason: 'Another GSTIN' }),
    reprice_extra_work: () => ({ line, price: 650 }),
    set_weather_mode: async () => ({ day: (await readFirstFree(shop)).date, enabled: false }),
    start_payment: () => ({ booking, method: 'upi' }),
    withdraw_invitation: async () => ({ invitation: await openInvitation(shop) }),
    update_booking: () => ({ booking, changes: { name: 'Asha Kulkarni Rao' }, expected_version: 0 }),
    use_recovery_code: () => ({ code: 'abcd-efgh-jkmn-pqrs' }),
    tick_checklist: () => ({ booking, lines: [1], done: true }),
  };
  return (await given[name]?.()) ?? {};
}

/** The token without which no report is kept. */
export async function reportToken(shop: AttackedShop): Promise<string> {
  const { data } = await shop.visitor.rpc('request_report_token', { versions: { shell: '1.0.0' } });
  return String(data);
}

/** What join_waitlist takes: the last window of Sundays has no places, so it is always full. */
async function wishForFullWindow(shop: AttackedShop): Promise<JsonObject> {
  const { sql } = shop.site.backend;
  await sql`
    insert into capacities (mode, weekday, window_start, places) values ('workshop', 0, '14:00', 0) on conflict do nothing`;
  const [row] = await sql<{ date: string }[]>`
    select (private.today() + 7 - extract(dow from private.today())::int)::text as date`;
  const wish = { ...job, request_id: randomUUID(), date: row?.date, time: '14:00' };
  return { ...wish, name: 'Asha Kulkarni', phone: newPhone(), email: 'asha@example.in', website: '' };
}

/** A session of the customer that no client of the tests uses. */
async function otherSession(shop: AttackedShop): Promise<string> {
  const session = randomUUID();
  await shop.site.backend.sql`insert into auth.sessions (id, user_id) values (${session}, ${shop.customer.id})`;
  return session;
}

/** The code of the booking's SMS, as if it had been sent. */
async function numberCode(shop: AttackedShop, booking: string): Promise<string> {
  const [row] = await shop.site.backend.sql<{ code: string }[]>`
    select private.issue_number_code(b, b.phone) as code from service_bookings b where b.id = ${booking}`;
  return row?.code ?? '';
}

async function openInvitation(shop: AttackedShop): Promise<string> {
  const [row] = await shop.site.backend.sql<{ id: string }[]>`
    insert into staff_invitations (name, phone, invited_at, ends_at, duty)
    values ('Sagar Pawar', ${`+91${newPhone()}`}, now(), now() + interval '1 day', 'mechanic') returning id`;
  return row?.id ?? '';
}

/** Work that was put off with the booking, if any. */
async function declinedWork(shop: AttackedShop, booking: string): Promise<string> {
  const [row] = await shop.site.backend.sql<{ id: string }[]>`
    select d.id from declined_work d join extra_work e on e.id = d.extra_work_id where e.booking_id = ${booking}`;
  return row?.id ?? randomUUID();
}

async function failedMessage(shop: AttackedShop, booking: string): Promise<number> {
  const [row] = await shop.site.backend.sql<{ id: number }[]>`
    select id::int from message_outbox where booking_id = ${booking} and status = 'failed'`;
  return row?.id ?? 0;
}

let lastPhone = 9_000_000_100;
const newPhone = (): string => String((lastPhone += 1));

/** Everything of a booking that an attack could change. */
export async function stateOf(shop: AttackedShop, { id }: AttackedBooking): Promise<string> {
  const [row] = await shop.site.backend.sql<{ state: string }[]>`
    select md5(b::text || (select string_agg(e::text, '') from booking_events e where e.booking_id = b.id)
      || coalesce((select string_agg(p::text, '') from booking_places p where p.booking_id = b.id), '')
      || coalesce((select string_agg(x::text, '') from extra_work x where x.booking_id = b.id), '')
      || coalesce((select string_agg(u::text, '') from used_parts u where u.booking_id = b.id), '')
      || coalesce((select string_agg(c::text, '' order by c.line) from booking_checklist c where c.booking_id = b.id), '')
      || coalesce((select h::text from private.handover_codes h where h.booking_id = b.id), '')
      || coalesce((select string_agg(m::text, '' order by m.id) from message_outbox m where m.booking_id = b.id), '')
      || coalesce((select string_agg(m::text, '') from payments m where m.booking_id = b.id), '')
      || coalesce((select string_agg(r::text, '') from refunds r where r.booking_id = b.id), '')
      || coalesce((select string_agg(c::text, '') from booking_credits c where b.id in (c.booking_id, c.used_by)), '')) as state
    from service_bookings b where b.id = ${id}`;
  return row?.state ?? 'gone';
}

/** A call with any bearer token at all. */
export async function callWith(
  shop: AttackedShop,
  bearer: string,
  path: string,
  body?: JsonObject,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${shop.site.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      apikey: shop.site.backend.anonKey,
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}
