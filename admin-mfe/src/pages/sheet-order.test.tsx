import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildPayment } from '@twostroke/shared/testing/build-payment';
import type { FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { fill } from '@twostroke/shared/testing/fill';
import { open, openSheet, shop } from '../testing/open-admin.tsx';
import { today } from '../testing/shop-bookings.ts';

const line = { line: 1, group_name: 'Brakes', label: 'Pads checked', done_at: null, not_needed: null };
const card = [1, 2, 3, 4].map((place) => ({
  ...line,
  ...{ line: place, label: `Line ${place}`, group_name: place < 3 ? 'Brakes' : 'Engine' },
  ...{ is_concern: false, answer: null, answer_note: null },
}));
const padsAgreed = {
  ...{ id: 'w1', name: 'Front pads', reason: 'Worn', price: 999, minutes: 30, status: 'approved' },
  ...{ decided_by: 'customer', item_id: null, urgency: null, price_version: 1 },
};
const TICK = 'POST /rest/v1/rpc/tick_checklist';
const STEP = 'POST /rest/v1/rpc/set_booking_status';

/** Ticks lines of the job card like the database. */
function ticked(body: unknown): FakeAnswer {
  const { lines } = body as { lines: number[] };
  const checklist = card.map((each) =>
    lines.includes(each.line) ? { ...each, done_at: '2026-11-21T06:00:00Z' } : each,
  );
  shop.bookings = [{ ...shop.bookings[0]!, booking_checklist: checklist }];
  return { body: { left: 0, checklist } };
}

const follows = (first: Element, second: Element): boolean =>
  (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

test('in service the job card comes first, then the money with the extra work, and the booking is one line', async () => {
  shop.bookings = [{ ...today, status: 'in_service', booking_checklist: card, extra_work: [padsAgreed] }];
  shop.payment = buildPayment({ due: 2698, agreed: 2698, work: 2698, total: 2698 });
  const sheet = await openSheet();
  const jobCard = sheet.getByRole('region', { name: 'Job card' });
  const money = sheet.getByRole('region', { name: 'Money' });
  const facts = sheet.getByText(/^Booking: Asha Kulkarni, Sat 21.Nov/);
  expect(follows(jobCard, money) && follows(money, facts)).toBe(true);
  expect(facts.closest('details')?.open).toBe(false);
  await userEvent.click(facts);
  expect(sheet.getByText('₹2,698 (₹1,699 + ₹999)')).toBeTruthy();
});

test('a bike that is done and not paid says so first, and the cash is its plate', async () => {
  shop.bookings = [{ ...today, status: 'completed', final_price: 2698 }];
  shop.payment = buildPayment({ due: 2698, agreed: 2698, work: 2698, total: 2698 });
  const sheet = await openSheet();
  const due = sheet.getByRole('heading', { name: 'Nothing is paid, ₹2,698 is due.' });
  expect(follows(due, sheet.getByText('Customer'))).toBe(true);
  await userEvent.click(sheet.getByRole('button', { name: 'Cash received, ₹2,698' }));
  expect(sheet.getByLabelText<HTMLInputElement>('Cash in rupees').value).toBe('2698');
});

test.each([
  ['owner', true],
  ['desk', true],
  ['foreman', false],
  ['mechanic', false],
  ['accountant', true],
] as const)('the sheet of a %s links the invoice: %s', async (duty, linked) => {
  shop.duty = duty;
  shop.bookings = [{ ...today, status: 'completed', final_price: 1699 }];
  const sheet = await openSheet();
  expect(sheet.queryByRole('link', { name: 'Invoice' }) !== null).toBe(linked);
});

test.each([
  ['desk', 1, 'Receipt'],
  ['accountant', 2, 'Receipts'],
  ['mechanic', 1, null],
] as const)('before the invoice, the sheet of a %s links %i vouchers of advances: %s', async (duty, count, word) => {
  shop.duty = duty;
  const voucher = { kind: 'receipt' as const, number: 'RV/26-27/000003', date: '2026-11-20', total: 500 };
  shop.payment = buildPayment({ paid: 500, vouchers: Array.from({ length: count }, () => voucher) });
  const sheet = await openSheet();
  const link = sheet.queryByRole('link', { name: /^Receipt/ });
  expect(link?.textContent ?? null).toBe(word);
  if (link) expect(link.getAttribute('href')).toBe(`/admin?view=invoice&booking=${today.id}&papers=vouchers`);
});

test('the complaint comes first while the bike is inspected, the customer before', async () => {
  shop.bookings = [{ ...today, status: 'inspecting' }];
  const sheet = await openSheet();
  expect(follows(sheet.getByText('The customer wrote'), sheet.getByText('Customer'))).toBe(true);
});

test('the step after the job card waits until the last tick is saved', async () => {
  shop.bookings = [{ ...today, status: 'in_service', booking_checklist: card }];
  let save = (): void => undefined;
  shop.backend.answer(TICK, async ({ body }) => {
    await new Promise<void>((resolve) => (save = resolve));
    return ticked(body);
  });
  shop.backend.answer(STEP, { body: { status: 'quality_check' } });
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Tick the whole card, 4 lines' }));
  const step = sheet.getByRole('button', { name: 'Work done, check it' });
  await userEvent.click(step);
  expect(step.getAttribute('aria-busy')).toBe('true');
  expect(shop.backend.callsOf(STEP)).toEqual([]);
  save();
  expect(await screen.findByText('Booking 4f9c21ab: Quality check')).toBeTruthy();
});

test('from the alert to done a job with extra work takes 13 presses', async () => {
  shop.colleagues = [{ user_id: 'sagar', name: 'Sagar', duty: 'mechanic', active: true }];
  shop.backend.answer(STEP, ({ body }) => {
    const { to_status: status } = body as { to_status: string };
    shop.bookings = [{ ...shop.bookings[0]!, status, mechanic: 'Sagar' }];
    return { body: { status } };
  });
  shop.backend.answer('POST /rest/v1/rpc/propose_extra_work', () => {
    shop.bookings = [
      { ...shop.bookings[0]!, extra_work: [{ ...padsAgreed, decided_by: 'limit' }], booking_checklist: card },
    ];
    return { body: {} };
  });
  shop.backend.answer(TICK, ({ body }) => ticked(body));
  shop.inspection = [{ state: 'not_checked' }];
  // The floor has checked it in.
  shop.details = { check_in: { odometer_km: 12450, accessories: [], checked_in_at: '2026-11-21T11:05:00+05:30' } };
  // The press on "Assign" of the alert.
  open(`/admin?date=${today.booking_date}&booking=${today.id}&do=assign`);
  let presses = 1;
  const sheet = within(await screen.findByRole('dialog'));
  const press = async (name: string | RegExp): Promise<void> => {
    await userEvent.click(await sheet.findByRole('button', { name }));
    presses += 1;
  };
  await press('Sagar');
  await press('On the way');
  await press('Inspect');
  await press('Propose extra work');
  await fill(sheet.getByLabelText('Work'), 'Front pads');
  await userEvent.type(sheet.getByLabelText('Why, for the customer'), 'Worn');
  await userEvent.type(sheet.getByLabelText(/^Price/), '399');
  await press('Propose it');
  await press('Start the work');
  await press('Tick the whole card, 4 lines');
  await press('Work done, check it');
  await press('Ready');
  await fill(sheet.getByLabelText('Why points were left out'), 'Only a service was booked');
  await press('Ready');
  await press('Complete');
  await userEvent.type(sheet.getByLabelText('Handover code'), '4711');
  await press('Complete');
  await waitFor(() => expect(shop.bookings[0]?.status).toBe('completed'));
  expect(presses).toBeLessThanOrEqual(13);
});
