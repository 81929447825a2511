import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Invoice, Voucher } from '@twostroke/shared/contracts/answers/invoice';
import { addStaff } from './add-staff.ts';
import { mondayMorning } from './booking-request.ts';
import { openShopWithDues, tuesday } from './dues-and-credits.ts';
import type { Booked } from './dues-and-credits.ts';
import { rejected } from './open-database.ts';
import type { Actor } from './open-database.ts';
import { clearAppendOnly, orderOf, providerEvent } from './payment-events.ts';

const { db, boss, asha, call, book, moneyOf, step, cancel, shopCancels, cash, missed, complete } =
  await openShopWithDues();
beforeEach(() => clearAppendOnly(db.sql, 'public.vouchers', 'private.voucher_counters'));

const vouchersOf = async ({ id: booking }: Booked, as: Actor = boss, more = {}): Promise<Voucher[]> =>
  (await call('get_vouchers', { booking, ...more }, as)) as unknown as Voucher[];

async function payOnline(booking: Booked, amount?: number): Promise<void> {
  const order = await orderOf(db, booking, mondayMorning);
  await providerEvent(db, { kind: 'payment.captured', order, ...(amount && { amount }) }, mondayMorning);
}

/** Makes every refund that was asked for. */
async function giveBack(at = mondayMorning): Promise<void> {
  for (const { id } of await db.sql<{ id: string }[]>`select id from public.refunds where status = 'asked'`)
    await db.keep({ at }, (tx) => tx`select private.end_refund(${id}, 'done', 'system', null)`);
}

test('an advance gets a receipt voucher with what rule 50 asks for', async () => {
  const booking = await book({ payment: 'online', gstin: '27AAPFU0939F1ZV' });
  assert.deepEqual(await vouchersOf(booking), []);
  await payOnline(booking);
  const [voucher, ...more] = await vouchersOf(booking);
  assert.deepEqual(more, []);
  assert.deepEqual(
    [voucher?.kind, voucher?.number, voucher?.date, voucher?.total, voucher?.total_in_words],
    ['receipt', 'RV/26-27/000001', '2026-11-23', 999, 'Rupees Nine Hundred and Ninety-Nine only'],
  );
  const half = Math.round((999 * 900) / 118);
  assert.deepEqual(
    [voucher?.taxable_paise, voucher?.cgst_paise, voucher?.sgst_paise, voucher?.igst_paise, voucher?.cgst_rate],
    [99_900 - 2 * half, half, half, 0, 9],
  );
  const { description, sac, rate, place_of_supply, reverse_charge, booking_number, customer, receipt } = voucher!;
  assert.deepEqual(
    [description, sac, rate, place_of_supply, reverse_charge, booking_number, customer.gstin, receipt],
    ['Engine Oil Change', '998714', 18, '27-Maharashtra', 'No', booking.number, '27AAPFU0939F1ZV', undefined],
  );
  assert.deepEqual((await moneyOf(booking)).vouchers, [
    { kind: 'receipt', number: 'RV/26-27/000001', date: '2026-11-23', total: 999 },
  ]);
});

test('a buyer of another state reads IGST', async () => {
  const booking = await book({ gstin: '29AAGCB7383J1Z4' });
  await cash(booking, 500);
  const [voucher] = await vouchersOf(booking);
  assert.deepEqual(
    [voucher?.place_of_supply, voucher?.igst_paise, voucher?.cgst_paise, voucher?.igst_rate],
    ['29-Karnataka', Math.round((500 * 1800) / 118), 0, 18],
  );
});

test('an advance that is given back gets a refund voucher once it is given back, and names its receipt voucher', async () => {
  const booking = await book();
  await cash(booking, 999);
  await cancel(booking);
  assert.equal((await vouchersOf(booking)).length, 1, 'asked for is not given back');
  await giveBack();
  await giveBack();
  const [receipt, refund, ...more] = await vouchersOf(booking);
  assert.deepEqual(more, []);
  assert.deepEqual(
    [refund?.kind, refund?.number, refund?.total, refund?.receipt],
    ['refund', 'RF/26-27/000001', 999, { number: receipt?.number, date: receipt?.date }],
  );
});

test('what is kept as a fee is not on the refund voucher', async () => {
  const booking = await book();
  await cash(booking, 999);
  await step(booking, 'assigned');
  await step(booking, 'on_the_way', tuesday('10:30'));
  const args = { booking: booking.id, manage_token: booking.manage_token, expected_fee: 200 };
  await call('cancel_booking', args, 'anon', tuesday('10:40'));
  await giveBack(tuesday('11:00'));
  assert.deepEqual(
    (await vouchersOf(booking)).map(({ kind, total }) => [kind, total]),
    [
      ['receipt', 999],
      ['refund', 799],
    ],
  );
});

test('the invoice names the vouchers of what was paid before it', async () => {
  const booking = await book();
  await cash(booking, 400);
  await cash(booking, 300);
  await complete(booking);
  const invoice = (await call('get_invoice', { booking: booking.id }, boss)) as unknown as Invoice;
  assert.deepEqual(invoice.advances, [
    { kind: 'receipt', number: 'RV/26-27/000001', date: '2026-11-23', total: 400 },
    { kind: 'receipt', number: 'RV/26-27/000002', date: '2026-11-23', total: 300 },
  ]);
});

test('money for finished work, a wrong amount and a fee is no advance; what a credit note gives back needs no voucher', async () => {
  const done = await book();
  await db.sql`update public.service_bookings set status = 'ready' where id = ${done.id}`;
  await cash(done, 999);
  const wrong = await book({ payment: 'online', date: '2026-11-25' });
  await payOnline(wrong, 100);
  await giveBack();
  const absent = await missed();
  await cash(absent, 200);
  for (const booking of [done, wrong, absent]) assert.deepEqual(await vouchersOf(booking), []);
  const paid = await book();
  await cash(paid, 999);
  await complete(paid);
  const note = { request_id: crypto.randomUUID(), lines: [{ line: 1, rupees: 99 }], reason: 'The oil was wrong' };
  await call('issue_credit_note', { booking: paid.id, ...note }, boss, tuesday('14:00'));
  await giveBack(tuesday('15:00'));
  assert.deepEqual((await vouchersOf(paid)).map(({ kind }) => kind), ['receipt']); // oxfmt-ignore
});

test('numbers have no gap at once, per kind and financial year, also after a rollback', async () => {
  const bookings = [];
  for (let day = 24; day <= 29; day += 1) bookings.push(await book({ date: `2026-11-${day}`, time: '14:00' }));
  const pay = async (booking: Booked, n: number): Promise<unknown> => {
    const args = { booking: booking.id, amount: 100, method: 'cash' };
    if (n % 3 < 2) return call('record_payment', args, boss);
    return db.undo({ as: boss, at: mondayMorning }, (tx) =>
      tx`select public.record_payment(${args.booking}, ${args.amount}, ${args.method})`.then(() => undefined),
    );
  };
  await Promise.all([...bookings, ...bookings].map(pay));
  await Promise.all(bookings.map((booking) => shopCancels(booking, {}, mondayMorning)));
  await giveBack();
  await call('record_payment', { booking: (await book()).id, amount: 100, method: 'cash' }, boss, mondayMorning);
  const late = await book({ date: '2026-11-30' });
  await call('record_payment', { booking: late.id, amount: 100, method: 'cash' }, boss, '2027-04-01T10:00:00+05:30');
  const rows = await db.sql<{ kind: string; year: string; serials: number[] }[]>`
    select kind, financial_year as year, array_agg(serial order by serial) as serials
    from public.vouchers group by 1, 2 order by 1, 2`;
  const upTo = (n: number): number[] => Array.from({ length: n }, (_, index) => index + 1);
  assert.deepEqual(
    rows.map(({ kind, year, serials }) => [kind, year, serials]),
    [
      ['receipt', '26-27', upTo(9)],
      ['receipt', '27-28', [1]],
      ['refund', '26-27', upTo(8)],
    ],
  );
});

test('owner, desk, accountant, the account and the link read vouchers; others do not, and no one can change one', async () => {
  const booking = await book({}, mondayMorning, asha);
  await cash(booking, 999);
  const stranger = { user: await db.addUser('stranger@example.com') };
  for (const as of [boss, await addStaff(db, 'desk'), await addStaff(db, 'accountant'), asha])
    assert.equal((await vouchersOf(booking, as)).length, 1);
  assert.equal((await vouchersOf(booking, 'anon', { manage_token: booking.manage_token })).length, 1);
  const other = await book({ date: '2026-11-25' });
  const links = [{}, { manage_token: other.manage_token }, { manage_token: 'x' }];
  for (const link of links) assert.equal((await rejected(vouchersOf(booking, 'anon', link))).hint, 'not_found');
  for (const as of [stranger, await addStaff(db, 'foreman'), await addStaff(db, 'mechanic')])
    assert.equal((await rejected(vouchersOf(booking, as))).hint, 'not_found');
  for (const statement of ['update public.vouchers set total = 1', 'delete from public.vouchers'])
    await assert.rejects(db.sql.unsafe(statement), /never changed/);
});
