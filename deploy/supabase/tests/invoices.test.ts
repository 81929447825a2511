import assert from 'node:assert/strict';
import { isWholeSuite } from './whole-suite.ts';
import { test } from 'node:test';
import fc from 'fast-check';
import { cart, proveNumber } from './booking-request.ts';
import { checkSums, openInvoices, wednesdayNoon } from './invoiced-bookings.ts';
import { rejected, rpc } from './open-database.ts';
import type { JsonObject } from './open-database.ts';
import { stepTo } from './workshop.ts';

const { db, boss, call, book, makeReady, complete, invoiceOf, invoiced } = await openInvoices();

test('a completed booking has an invoice with all fields that the law requires', async () => {
  const booking = await book({
    items: cart('general-service', 'extended-warranty'),
    date: '2026-11-25',
    expected_total: 2048,
    odometer_km: 12_450,
    model_year: 2021,
  });
  assert.equal((await rejected(invoiceOf(booking))).hint, 'no_invoice');
  await makeReady(booking);
  await db.sql`
    insert into public.booking_checkins (booking_id, odometer_km, checked_in_at)
    values (${String(booking['id'])}, 12450, now())`;
  await complete(booking, { mechanic: 'Sagar' });
  const invoice = await invoiceOf(booking);
  const { lines, issued_at: issuedAt, ...rest } = invoice;
  assert.equal(new Date(String(issuedAt)).toISOString(), new Date(wednesdayNoon).toISOString());
  assert.deepEqual(rest, {
    number: 'TS/26-27/000001',
    date: '2026-11-25',
    supplier: {
      legal_name: 'Twostroke Demo Service',
      trade_name: 'Twostroke',
      address: 'Shop 4, Sample Arcade, NIBM Road, Kondhwa, Pune 411048',
      gstin: '27AAAAA0000A1ZX',
      phone: '+919000000010',
      email: 'workshop@example.com',
    },
    customer: {
      name: 'Asha Kulkarni',
      phone: '+919000000012',
      gstin: null,
      address: 'B-1204, Sample Heights, opposite the water tank, Kondhwa, Pune 411048',
    },
    place_of_supply: '27-Maharashtra',
    reverse_charge: 'No',
    discount_paise: 0,
    credit_paise: 0,
    credit_notes: [],
    advances: [],
    earlier: [],
    total: 2048,
    total_paise: 204_800,
    total_in_words: 'Rupees Two Thousand Forty-Eight only',
    // The worked example of the rules.
    taxable_paise: 173_560,
    tax_paise: 31_240,
    cgst_paise: 15_620,
    sgst_paise: 15_620,
    igst_paise: 0,
    booking_number: String(booking['id']).slice(0, 8),
    service_date: '2026-11-25',
    bike: 'Royal Enfield Classic 350',
    vehicle_number: 'MH12ZZ0042',
    odometer_km: 12_450,
    model_year: 2021,
    mechanic: 'Sagar',
    warranty_until: '2027-02-23',
    warranty_km: null,
    next_service: { date: '2027-05-25', odometer_km: 17_450 },
    next_oil_change: null,
    is_demo: true,
  });
  assert.deepEqual(
    lines.map((line) => [line.description, line.sac, line.quantity, line.total_paise]),
    [
      ['General Service', '998714', 1, 169_900],
      ['Warranty 30 to 90 days', '998714', 1, 34_900],
    ],
  );
  checkSums(invoice);
});

test('lines add up to the total, in the worked examples and with odd paise', async () => {
  for (const [changes, total, cgst, sgst] of [
    [{ model: 'honda/activa-6g', items: cart('general-service'), expected_total: 899 }, 899, 6857, 6857],
    [{ items: cart('oil-change') }, 999, 7619, 7619],
    [
      {
        model: 'honda/activa-6g',
        items: cart('general-service'),
        coupon: 'WEEKDAY10',
        date: '2026-11-25',
        expected_total: 810,
      },
      810,
      6178,
      6178,
    ],
    [
      { model: 'honda/activa-6g', items: cart('foam-wash-polish'), mode: 'pickup', expected_total: 398 },
      398,
      3036,
      3036,
    ],
  ] as const) {
    const invoice = await invoiced({ ...changes });
    assert.deepEqual([invoice.total, invoice.cgst_paise, invoice.sgst_paise], [total, cgst, sgst]);
    checkSums(invoice);
  }
});

test('a coupon, extra work and a fee have their own lines; what was declined costs nothing', async () => {
  const booking = await book({ coupon: 'FIRST100', expected_total: 899, proof: await proveNumber(db.sql) });
  await makeReady(booking, { fee: 100 });
  await db.sql`
    insert into public.extra_work (booking_id, name, reason, price, minutes, status, decided_by, proposed_at, decided_at, position)
    values (${String(booking['id'])}, 'Brake pads', 'Worn', 601, 30, 'approved', 'customer', now(), now(), 1),
      (${String(booking['id'])}, 'New mirror', 'Cracked', 450, 10, 'declined', 'customer', now(), now(), 2)`;
  assert.equal((await rejected(complete(booking, { final_price: 1501 }))).hint, 'not_agreed');
  await complete(booking, { final_price: 1500 });
  const invoice = await invoiceOf(booking);
  assert.deepEqual(
    invoice.lines.map((line) => [line.description, line.gross_paise, line.total_paise]),
    [
      ['Engine Oil Change', 99_900, 93_700],
      ['Brake pads', 60_100, 56_300],
      ['Late change or visit fee', 10_000, 10_000],
      ['New mirror (declined)', 0, 0],
    ],
  );
  assert.equal(invoice.total, 1600);
  checkSums(invoice);
});

test('a bill below the estimate, down to 0, appears as a discount', async () => {
  for (const final_price of [998, 500, 1, 0]) {
    await db.sql`delete from public.service_bookings`;
    const invoice = await invoiced({}, { final_price });
    assert.deepEqual([invoice.total, invoice['discount_paise']], [final_price, (999 - final_price) * 100]);
    checkSums(invoice);
  }
});

test('the lines of any bill add up', async () => {
  const bill = fc.record({
    extra: fc.array(fc.integer({ min: 1, max: 9_999 }), { maxLength: 5 }),
    /** The part of the agreed amount that is billed: all of it in a third of the runs. */
    share: fc.oneof(
      { weight: 1, arbitrary: fc.constant(1) },
      { weight: 2, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
    ),
    fee: fc.constantFrom(0, 100, 200),
    gstin: fc.constantFrom(null, '27AAPFU0939F1ZV', '29AAGCB7383J1Z4'),
    carried: fc.constantFrom(0, 200),
    credits: fc.integer({ min: 0, max: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(bill, async ({ extra, share, fee, gstin, carried, credits }) => {
      await db.sql`delete from public.service_bookings`;
      const booking = await book({ items: cart('general-service', 'foam-wash'), expected_total: 0 }).catch(async () =>
        book({ items: cart('general-service'), expected_total: 1699 }),
      );
      await makeReady(booking, { fee, gstin });
      for (const [index, price] of extra.entries()) {
        await db.sql`
          insert into public.extra_work (booking_id, name, reason, price, minutes, status, decided_by, proposed_at, decided_at, position)
          values (${String(booking['id'])}, 'Part', 'Worn', ${price}, 1, 'approved', 'customer', now(), now(), ${index})`;
      }
      const missed = [await book(), await book()];
      for (const { id } of missed.slice(0, carried > 0 ? 1 : 0))
        await db.sql`
          update public.service_bookings set status = 'no_show', fee = 200, carried = 200, carried_to = ${String(booking['id'])}
          where id = ${String(id)}`;
      for (const { id } of missed.slice(0, credits))
        await db.sql`
          insert into public.booking_credits (booking_id, phone, amount, reason, used_by, given_at)
          values (${String(id)}, '+919000000012', 100, 'we_cancelled', ${String(booking['id'])}, now())`;
      const agreed = Number(booking['estimated_price']) + extra.reduce((sum, price) => sum + price, 0);
      const final_price = Math.floor(agreed * share);
      await complete(booking, { final_price });
      const invoice = await invoiceOf(booking);
      const credit = Math.min(final_price, credits * 100);
      assert.deepEqual([invoice.total, invoice['credit_paise']], [final_price - credit + fee + carried, credit * 100]);
      assert.equal(invoice.igst_paise > 0, gstin?.startsWith('29') === true && invoice.total > 0);
      checkSums(invoice);
    }),
    { seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_122), numRuns: isWholeSuite ? 40 : 15, endOnFailure: true },
  );
});

test('a GSTIN of another state gives IGST and names the place of supply', async () => {
  const invoice = await invoiced({ gstin: '29AAGCB7383J1Z4' });
  assert.deepEqual(
    [invoice['place_of_supply'], invoice.igst_paise, invoice.cgst_paise, invoice.sgst_paise],
    ['29-Karnataka', 15_239, 0, 0],
  );
  assert.equal((invoice['customer'] as JsonObject)['gstin'], '29AAGCB7383J1Z4');
  checkSums(invoice);
  const places = await db.sql<{ pin: string; place: string; own: boolean }[]>`
    select pin, private.place_of_supply(pin, null) as place, private.is_maharashtra(pin, null) as own
    from unnest(array['411048', '403001', '560001', '110001', '445001', null]) as pin`;
  assert.deepEqual(
    places.map(({ pin, place }) => [pin, place]),
    [
      ['411048', '27-Maharashtra'],
      ['403001', '30-Goa'],
      ['560001', '29-Karnataka'],
      ['110001', '07-Delhi'],
      ['445001', '27-Maharashtra'],
      [null, '27-Maharashtra'],
    ],
  );
  for (const { place, own } of places) assert.equal(place.startsWith('27-'), own);
});

test('numbers restart on 1 April in Pune', async () => {
  const numbers: string[] = [];
  for (const at of ['2027-03-31T18:29:59Z', '2027-03-31T18:30:00Z', '2027-04-02T10:00:00Z']) {
    numbers.push((await invoiced({}, {}, at)).number);
  }
  assert.deepEqual(numbers, ['TS/26-27/000001', 'TS/27-28/000001', 'TS/27-28/000002']);
  const [row] = await db.sql`
    select private.financial_year('2099-04-01') as turn, private.financial_year('2100-03-31') as still`;
  assert.deepEqual([row?.['turn'], row?.['still']], ['99-00', '99-00']);
});

test('50 concurrent completions, some rolled back, leave no gap in the numbers', async () => {
  const model = await book();
  await makeReady(model);
  const ids = (
    await db.sql<{ id: string }[]>`
      insert into public.service_bookings (request_id, customer_name, phone, brand_slug, model_id, bike_name, mode,
        booking_date, booking_time, window_end, minutes, windows, ready_date, estimated_price, status)
      select gen_random_uuid(), customer_name, phone, brand_slug, model_id, bike_name, mode, booking_date, booking_time,
        window_end, minutes, windows, ready_date, estimated_price, 'ready'
      from public.service_bookings, generate_series(1, 70) returning id`
  ).map((row) => row.id);
  const results = await Promise.all(
    ids.map((id, index) =>
      index % 7 < 5
        ? complete({ id }).then(() => 'kept')
        : db.undo({ as: boss, at: wednesdayNoon }, (tx) =>
            rpc(tx, 'set_booking_status', { booking: id, ...stepTo('completed') }).then(() => 'undone'),
          ),
    ),
  );
  assert.equal(results.filter((result) => result === 'kept').length, 50);
  const rows = await db.sql<{ serial: number; number: string }[]>`
    select serial, number from public.invoices order by serial`;
  assert.deepEqual(
    rows.map((row) => row.serial),
    Array.from({ length: 50 }, (_, index) => index + 1),
  );
  assert.equal(rows.at(-1)?.number, 'TS/26-27/000050');
});

test('a GSTIN can be added, changed and removed until the service is completed', async () => {
  const booking = await book();
  let expected_version = 0;
  const set = (gstin: string): Promise<JsonObject> =>
    call('update_booking', { booking: booking['id'], changes: { gstin }, expected_version: expected_version++ }, boss);
  const stored = async (): Promise<unknown> => {
    const [row] = await db.sql`select gstin from public.service_bookings where id = ${String(booking['id'])}`;
    return row?.['gstin'];
  };
  await set('27 aapfu0939f1zv');
  assert.equal(await stored(), '27AAPFU0939F1ZV');
  assert.equal((await rejected(set('27AAPFU0939F1ZX'))).hint, 'gstin');
  expected_version--;
  await set('');
  assert.equal(await stored(), null);
  await set('29AAGCB7383J1Z4');
  await makeReady(booking);
  await complete(booking);
  assert.equal((await invoiceOf(booking))['place_of_supply'], '29-Karnataka');
  assert.equal((await rejected(set(''))).hint, 'invoice_issued');
});

test('other callers cannot read an invoice', async () => {
  const booking = await book();
  await makeReady(booking);
  await complete(booking);
  const other = await book();
  const stranger = { user: await db.addUser(`stranger${Date.now()}@example.com`) };
  const args = { booking: booking['id'] };
  assert.equal((await rejected(call('get_invoice', args))).hint, 'not_found');
  assert.equal((await rejected(call('get_invoice', args, stranger))).hint, 'not_found');
  assert.equal(
    (await rejected(call('get_invoice', { ...args, manage_token: other['manage_token'] }))).hint,
    'not_found',
  );
  assert.equal((await call('get_invoice', args, boss))['number'], 'TS/26-27/000001');
});
