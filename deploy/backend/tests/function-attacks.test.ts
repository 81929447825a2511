import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { verdictActors } from '../../supabase/tests/verdicts.ts';
import { isWholeSuite } from '../../supabase/tests/whole-suite.ts';
import type { CallableFunction } from '../testing/attacked-functions.ts';
import { argumentsFor, callableFunctions, callWith, prepared, stateOf } from '../testing/attacked-functions.ts';
import { attacksOn, foundations } from '../testing/injections.ts';
import type { AttackedShop, AttackedBooking } from '../testing/attacked-shop.ts';
import type { JsonObject } from '../../supabase/tests/open-database.ts';
import { job, openAttackedShop } from '../testing/attacked-shop.ts';

/**
 * The HTTP status that each function answers with, called with the ids of `own` but without the manage token:
 * the booking of another person does not exist for the caller. No mechanic is assigned to it. Staff by duty.
 */
const matrix = `
  function              anon  other  own  mechanic  foreman  desk  accountant  owner
  answer_extra_work     404   404    200  200       200      200   404         200
  answer_items          404   404    200  404       404      404   404         404
  assign_job            401   403    403  403       200      200   403         200
  cancel_booking        404   404    200  404       404      200   404         200
  change_items          401   403    403  403       403      200   403         200
  claim_payment         404   404    200  404       404      200   200         200
  client_health         401   403    403  403       403      403   403         200
  confirm_number        401   403    403  403       403      200   403         200
  confirm_payment       401   403    403  403       403      200   200         200
  content_version       200   200    200  200       200      200   200         200
  create_booking        409   409    200  409       409      409   409         409
  end_declined_work     404   404    200  404       200      200   404         200
  end_session           401   404    200  404       404      404   404         404
  extend_hold           409   409    409  409       409      409   409         409
  find_in_office        401   403    403  403       200      200   200         200
  finish_refund         401   403    403  403       403      403   200         200
  get_booking           404   404    200  200       200      200   200         200
  get_caller            401   403    403  403       403      200   403         200
  get_customer          401   403    403  403       403      200   403         200
  get_invoice           404   404    200  404       404      200   200         200
  get_job               401   403    403  200       200      200   403         200
  get_offer             404   404    404  404       404      404   404         404
  get_vouchers          404   404    200  404       404      200   200         200
  give_late_credit      401   403    403  403       403      403   200         200
  has_duty              401   200    200  200       200      200   200         200
  hold_for_caller       401   403    403  403       403      409   403         409
  hold_slot             409   409    409  409       409      409   409         409
  invite_staff          401   403    403  403       403      403   403         200
  is_admin              401   200    200  200       200      200   200         200
  issue_credit_note     401   403    403  403       403      403   200         200
  join_waitlist         200   200    200  200       200      200   200         200
  leave_waitlist        404   404    404  404       404      404   404         404
  list_audit            401   403    403  403       403      403   200         200
  list_board            401   403    403  200       200      200   200         200
  list_declined_work    401   200    200  200       200      200   200         200
  list_jobs             401   403    403  200       200      200   403         200
  list_places           401   403    403  200       200      200   200         200
  list_sessions         401   200    200  200       200      200   200         200
  list_slots            200   200    200  200       200      200   200         200
  list_staff            401   403    403  403       403      403   403         200
  log_call              401   403    403  403       403      200   403         200
  mark_job              401   403    403  200       200      200   403         200
  my_duty               401   200    200  200       200      200   200         200
  pay_after_service     404   404    200  404       404      200   200         200
  promise_ready         401   403    403  403       200      200   403         200
  propose_extra_work    401   403    403  200       200      200   403         200
  prove_number          404   404    404  404       404      404   404         404
  quote                 200   200    200  200       200      200   200         200
  record_payment        401   403    403  403       403      200   200         200
  reject_claim          401   403    403  403       403      200   200         200
  release_hold          200   200    200  200       200      200   200         200
  replace_invoice       401   403    403  403       403      403   200         200
  report_client_events  200   200    200  200       200      200   200         200
  reprice_extra_work    401   403    403  200       200      200   403         200
  request_callback      200   200    200  200       200      200   200         200
  request_report_token  200   200    200  200       200      200   200         200
  require_second_factor 401   403    403  403       403      403   403         409
  reschedule_booking    404   404    200  404       404      200   404         200
  retry_message         401   403    403  403       403      200   403         200
  save_used_parts       401   403    403  200       200      200   403         200
  second_factor         401   200    200  200       200      200   200         200
  see_extra_work        404   404    200  404       404      404   404         404
  set_booking_fee       401   403    403  403       403      403   200         200
  set_booking_status    401   403    403  200       200      200   403         200
  set_duty              401   403    403  403       403      403   403         200
  set_staff_active      401   403    403  403       403      403   403         200
  set_weather_mode      401   403    403  403       200      200   403         200
  start_payment         404   404    200  404       404      200   200         200
  tick_checklist        401   403    403  200       200      200   403         200
  update_booking        401   403    403  403       403      200   403         200
  use_recovery_code     401   422    422  422       422      422   422         422
  withdraw_invitation   401   403    403  403       403      403   403         200
  write_recovery_codes  401   409    409  409       409      409   409         409
`;
const verdicts = matrix
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.trim().split(/\s+/));
let shop: AttackedShop;
let lasting: AttackedBooking;
let everything: CallableFunction[];

before(async () => {
  shop = await openAttackedShop();
  // Each function is tried as each actor with bookings of its own: a month has not so many places.
  await shop.site.backend.sql`update public.capacities set places = 100`;
  lasting = await shop.book(shop.customer.client);
  everything = await callableFunctions(shop);
});
after(() => shop.site.stop());

for (const [name = '', ...expected] of verdicts) {
  test(`${name} answers the ids of another user with ${expected.join(' ')}`, async () => {
    const got: string[] = [];
    const writes = everything.some((one) => one.name === name && one.isVolatile);
    let { booked, line } = await prepared(shop, name);
    for (const actor of verdictActors) {
      const isOutsider = actor === 'anon' || actor === 'other';
      const before = isOutsider && (await stateOf(shop, booked));
      const { status } = await shop.actors[actor].rpc(name, await argumentsFor(shop, name, booked, line));
      if (isOutsider) assert.equal(await stateOf(shop, booked), before, `${name} by ${actor}`);
      got.push(String(status));
      if (writes && status < 300 && actor !== 'owner') ({ booked, line } = await prepared(shop, name));
    }
    assert.deepEqual(got, expected);
  });
}

/** Functions that find nothing to write with the arguments of this file: they read, or refuse, before they would. */
const readsOrRefuses: Record<string, number> = {
  ...{ list_slots: 200, quote: 200, request_report_token: 200 },
  ...{ create_booking: 200, release_hold: 200 }, // the same request again, and a hold that is used up
  ...{ extend_hold: 409, hold_for_caller: 409, hold_slot: 409, leave_waitlist: 404, prove_number: 404 },
  ...{ require_second_factor: 409, write_recovery_codes: 409 },
};

test('a function that writes is refused with 405 when it is called by GET, and writes nothing', async () => {
  const expected: Record<string, number> = {};
  const answers: Record<string, number> = {};
  for (const { name } of everything.filter(({ isVolatile }) => isVolatile)) {
    expected[name] = readsOrRefuses[name] ?? 405;
    const { booked, line } = await prepared(shop, name);
    const args = await argumentsFor(shop, name, booked, line);
    const query = new URLSearchParams(
      Object.entries(args).map(([key, value]) => [key, typeof value === 'string' ? value : inAddress(value)]),
    );
    const isOfAdmins = verdicts.find(([verdict]) => verdict === name)?.[3] === '403';
    const { data } = await (isOfAdmins ? shop.boss : shop.customer).client.auth.getSession();
    const before = await stateOf(shop, booked);
    const { status } = await fetch(`${shop.site.url}/rest/v1/rpc/${name}?${String(query)}`, {
      headers: { apikey: shop.site.backend.anonKey, authorization: `Bearer ${data.session?.access_token}` },
    });
    answers[name] = status;
    assert.equal(await stateOf(shop, booked), before, name);
  }
  assert.deepEqual(answers, expected);
});

/** JSON, but an array of numbers as Postgres writes it. */
function inAddress(value: unknown): string {
  return Array.isArray(value) && typeof value[0] === 'number' ? `{${value.join(',')}}` : JSON.stringify(value);
}

test('every function that a request can call is in the matrix', () => {
  assert.deepEqual(
    everything.map(({ name }) => name),
    verdicts.map(([name]) => name),
  );
});
test('SQL in every argument of every function is treated as data or rejected', async () => {
  const before = await foundations(shop);
  for (const { name, args, types } of everything) {
    const { booked, line } =
      name === 'cancel_booking' ? await prepared(shop, name) : { booked: lasting, line: randomUUID() };
    const usual = await argumentsFor(shop, name, booked, line);
    const places = types.map((type, index) => ({ type, arg: args[index] ?? '' }));
    // Who may not call a function at all reaches none of its arguments.
    const mayVisit = isWholeSuite || verdicts.find(([verdict]) => verdict === name)?.[1] !== '401';
    const callers = [...(mayVisit ? [shop.visitor] : []), shop.boss.client];
    const tries = attacksOn(places).flatMap((attack) => callers.map((client) => ({ ...attack, client })));
    await Promise.all(
      tries.map(async ({ place: { type, arg }, words, client }) => {
        const value = type === 'jsonb' ? { [words]: words, id: words } : words;
        const { status } = await client.rpc(name, { ...usual, [arg]: value });
        assert.ok(status < 500, `${name}(${arg}: ${words}) answered ${status}`);
      }),
    );
  }
  assert.deepEqual(await foundations(shop), before);
});
test('every function and sign-in reject a body that is too large before reading it', async () => {
  const text = 'x'.repeat(300 * 1024);
  const paths = [
    ...everything.map(({ name }) => `/rest/v1/rpc/${name}`),
    '/rest/v1/service_bookings',
    '/auth/v1/token?grant_type=password',
    '/auth/v1/otp',
  ];
  for (const path of paths) {
    assert.equal((await callWith(shop, shop.site.backend.anonKey, path, { text })).status, 413, path);
  }
});

test('long and deeply nested values within the limit are rejected with their field', async () => {
  const long = 'x'.repeat(200 * 1024);
  const { request } = lasting;
  for (const field of ['name', 'phone', 'email', 'vehicle_number', 'notes', 'model', 'mode', 'gstin']) {
    const { status } = await shop.visitor.rpc('create_booking', {
      request: { ...request, request_id: randomUUID(), [field]: long },
    });
    assert.ok(status === 422 || status === 409, `${field} answered ${status}`);
  }
  // An unknown coupon gives no discount and is not stored.
  const request_id = randomUUID();
  await shop.visitor.rpc('create_booking', { request: { ...request, request_id, coupon: long } });
  const kept = await shop.site.backend
    .sql`select 1 from service_bookings where request_id = private.kept_request(${request_id}) and coupon_code is not null`;
  assert.equal(kept.length, 0);
  const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as unknown;
  const many = Array.from({ length: 5000 }, () => ({ id: 'oil-change', quantity: 1 }));
  for (const items of [deep, many]) {
    const { status } = await shop.visitor.rpc('quote', { ...job, items });
    assert.ok(status < 500, `answered ${status}`);
  }
});

test('negative, huge and malformed numbers never give a price, a fee or a list of days', async () => {
  const numbers = [-1, 0, 1.5, 2 ** 31, -(2 ** 31), 2 ** 53, 1e308, '1e9', '-1', '99999999999999999999', true, [], {}];
  const [normal] = [await shop.visitor.rpc('quote', job)];
  const total = (normal.data as { total: number }).total;
  for (const quantity of numbers) {
    const priced = await shop.visitor.rpc('quote', { ...job, items: [{ id: 'oil-change', quantity }] });
    assert.ok(priced.status < 500, `quantity ${String(quantity)} answered ${priced.status}`);
    if (priced.status === 200) assert.ok([0, total].includes((priced.data as { total: number }).total));
    const request = { ...lasting.request, request_id: randomUUID(), items: [{ id: 'oil-change', quantity }] };
    const booked = await shop.visitor.rpc('create_booking', { request });
    assert.ok(booked.status >= 400 && booked.status < 500, `quantity ${String(quantity)} answered ${booked.status}`);
    const days = await shop.visitor.rpc('list_slots', { ...job, days: quantity });
    assert.ok(days.status < 500);
    if (days.status === 200) assert.ok((days.data as { days: JsonObject[] }).days.length <= 31);
    for (const [name, args] of [
      ['set_booking_fee', { booking: lasting.id, fee: quantity, note: 'Agreed' }],
      ['set_booking_status', { booking: lasting.id, to_status: 'completed', final_price: quantity }],
      ['propose_extra_work', { booking: lasting.id, items: [{ name: 'Pads', reason: 'Worn', price: quantity }] }],
      ['client_health', { hours: quantity }],
      ['record_payment', { booking: lasting.id, amount: typeof quantity === 'number' ? quantity : -1, method: 'cash' }],
    ] as const) {
      const { status } = await shop.boss.client.rpc(name, args);
      assert.ok(status < 500, `${name} with ${String(quantity)} answered ${status}`);
    }
  }
  const [row] = await shop.site.backend.sql<{ fee: number; final_price: number | null }[]>`
    select fee, final_price from service_bookings where id = ${lasting.id}`;
  assert.ok(row && Number.isInteger(row.fee) && row.fee >= 0 && row.fee <= 10_000, `fee ${row?.fee}`);
  assert.equal(row.final_price, null);
  const strange = await shop.site.backend.sql`
    select 1 from payments where booking_id = ${lasting.id} and (amount_paise % 100 <> 0 or amount_paise > (999 + 10000) * 100)`;
  assert.equal(strange.length, 0);
});
