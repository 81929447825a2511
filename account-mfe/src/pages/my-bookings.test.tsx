import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rejected, type FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { buildPayment, claimedUpi } from '@twostroke/shared/testing/build-payment';
import { issuedInvoice } from '../testing/issued-invoice.ts';
import { booking, done, later } from '../testing/my-bookings-fixtures.ts';
import { my, open, resetMyBookings } from '../testing/open-my-bookings.ts';

beforeEach(resetMyBookings);

test('queries only the bookings of the signed-in user, even for an admin', async () => {
  open();
  await screen.findByRole('heading', { level: 1 });
  expect(my.backend.calls[0]?.query.get('user_id')).toBe('eq.user-1');
});

test('without bookings it says what to do', async () => {
  my.rows = [];
  open();
  expect(await screen.findByText('Nothing booked')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Find a service' }).getAttribute('href')).toBe('/services');
});

test('a question about other work stands first, with the bike it is about, and its booking is shown', async () => {
  my.askedAbout = later.id;
  open();
  const card = within(await screen.findByRole('region', { name: 'We need your answer' }));
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(card.getByText(/^Royal Enfield Classic 350\. /)).toBeTruthy();
  expect(card.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Yes, do it', 'No, leave it']);
  expect(document.title).toBe('(1) Your answer, Twostroke');
  expect(within(screen.getByRole('article', { name: 'Your booking' })).getByText('No. 7be0d3f2')).toBeTruthy();
});

test('shows the nearest booking in full and the other one beside it', async () => {
  open();
  const card = await screen.findByRole('article', { name: 'Your booking' });
  expect(within(card).getByText(/^Sat 18.Nov$/)).toBeTruthy();
  expect(within(card).getByText('No. 4f9c21ab')).toBeTruthy();
  expect(within(card).getByText('11 am – 1 pm')).toBeTruthy();
  expect(within(card).getByText('At your gate: 12 Rose Villa, Kondhwa')).toBeTruthy();
  expect(within(card).getByText('MH 12 ZZ 0042')).toBeTruthy();
  expect(within(card).getByText(/Free to cancel or move until 9.am on Sat 18.Nov\./)).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Bill' })).getByText('₹2,048')).toBeTruthy();
  const next = screen.getByRole('region', { name: 'Next' });
  await userEvent.click(within(next).getByRole('link', { name: /Open ?booking 7be0d3f2/ }));
  expect(await screen.findByText('No. 7be0d3f2')).toBeTruthy();
});

test.each([
  ['doorstep', 'We reach you between'],
  ['pickup', 'Pickup between'],
  ['workshop', 'Come between'],
])('for %s the time is labelled "%s"', async (mode, label) => {
  my.rows = [{ ...booking, mode }];
  open();
  expect(await screen.findByText(label)).toBeTruthy();
});

test('past bookings have their own address, the bill and a link to book the same again', async () => {
  open('/my-bookings?view=past');
  expect(await screen.findByText('No. 11111111')).toBeTruthy();
  const bill = within(screen.getByRole('region', { name: 'Bill' }));
  expect(bill.getByText('₹2,447')).toBeTruthy();
  expect(bill.getByText('Extra work')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Book it again' }).getAttribute('href')).toBe(
    '/services/royal-enfield/classic-350/general-service',
  );
  expect(screen.queryByRole('button', { name: 'Cancel the booking' })).toBeNull();
});

test('the bill adds a no-show fee and subtracts a credit below the price', async () => {
  my.payments[booking.id] = buildPayment({
    due: 2148,
    total: 2148,
    carried: [{ number: '7b1d04c2', amount: 200 }],
    credit: 100,
  });
  open();
  const bill = within(await screen.findByRole('region', { name: 'Bill' }));
  const rowOf = (label: string) => bill.getByText(label).parentElement?.textContent;
  expect(rowOf('Total, GST included')).toBe('Total, GST included₹2,048');
  expect(rowOf('Fee of missed booking 7b1d04c2')).toBe('Fee of missed booking 7b1d04c2₹200');
  expect(rowOf('Credit from us')).toMatch(/^Credit from us[-−]₹100$/);
  expect(rowOf('All together')).toBe('All together₹2,148');
});

test('a booking that the shop cancelled shows its credit', async () => {
  my.rows = [{ ...done, status: 'cancelled', final_price: null }];
  my.payments[done.id] = buildPayment({
    status: 'nothing_due',
    due: 0,
    credit_given: { amount: 100, reason: 'we_cancelled', used_by: null },
  });
  open('/my-bookings?view=past');
  const panel = within(await screen.findByRole('region', { name: 'Payment' }));
  expect(panel.getByText('You have ₹100 credit: it is taken off your next booking.')).toBeTruthy();
});

test('paying by UPI shows QR code and reference, then that staff verify the payment', async () => {
  my.payments[booking.id] = buildPayment();
  my.backend.answer('POST /rest/v1/rpc/start_payment', () => ({
    body: {
      reference: claimedUpi.reference,
      amount: 2048,
      upi_link: 'upi://pay?pa=demo@example',
      vpa: 'demo@example',
      name: 'Twostroke',
    },
  }));
  my.backend.answer('POST /rest/v1/rpc/claim_payment', () => {
    my.payments[booking.id] = buildPayment({ status: 'claimed', payments: [claimedUpi] });
    return { body: {} };
  });
  open();
  const panel = within(await screen.findByRole('region', { name: 'Payment' }));
  await userEvent.click(panel.getByRole('button', { name: 'Pay now' }));
  const ways = within(screen.getByRole('region', { name: 'Payment' }));
  await userEvent.click(ways.getByRole('button', { name: 'Pay ₹2,048 by UPI' }));
  await ways.findByText('demo@example');
  await userEvent.click(ways.getByRole('button', { name: 'I have paid' }));
  await ways.findByText('Payment claimed, verifying.');
  expect(await screen.findByText('You said that ₹2,048 is paid')).toBeTruthy();
  expect(my.backend.callsOf('POST /rest/v1/rpc/claim_payment')[0]?.body).toEqual({ reference: claimedUpi.reference });
});

test('the invoice of a completed booking has its own address and a link back', async () => {
  my.backend.answer('POST /rest/v1/rpc/get_invoice', () => ({ body: issuedInvoice }));
  open('/my-bookings?view=past');
  await userEvent.click(await screen.findByRole('link', { name: 'Invoice' }));
  await screen.findByRole('region', { name: `Invoice ${issuedInvoice.number}` });
  expect(screen.getByText('Rupees two thousand forty-eight only')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Back to the booking' }));
  await screen.findByText('No. 11111111');
});

test('cancelling asks for confirmation, then confirms that it is done', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the booking' }));
  const dialog = screen.getByRole('dialog', { name: 'Cancel this booking?' });
  await userEvent.type(within(dialog).getByLabelText(/Why/), 'Away');
  my.rows = [later, { ...booking, status: 'cancelled' }];
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel the booking' }));
  expect(await screen.findByText('Booking 4f9c21ab is cancelled')).toBeTruthy();
  expect(my.backend.callsOf('POST /rest/v1/rpc/cancel_booking')[0]?.body).toEqual({
    booking: booking.id,
    expected_fee: 0,
    reason: 'Away',
  });
  expect(await screen.findByText('No. 7be0d3f2')).toBeTruthy();
  act(() => my.realtime.emit('my-bookings', 'UPDATE', { id: booking.id, number: '4f9c21ab', status: 'cancelled' }));
  expect(screen.getByRole('status').textContent).toBe('');
});

test('a fee that became due meanwhile is shown in the dialog', async () => {
  const message = 'This costs ₹100 by now. Please look at it again.';
  my.cancelAnswer = rejected(409, 'fee_changed', { fee: 100 });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the booking' }));
  const dialog = screen.getByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel the booking' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe(message);
  expect(within(dialog).getByText(/It costs ₹100/)).toBeTruthy();
});

test("moving to a day with another price needs the customer's agreement first", async () => {
  const message =
    "On that day it costs ₹2,248. This code isn't valid for this cart because it counts on Tuesday, Wednesday and Thursday, and your day is a Monday.";
  const refusal = { code: 'coupon_weekdays', data: { weekdays: [2, 3, 4], day: '2026-11-30' } };
  const answers: FakeAnswer[] = [
    rejected(409, 'day_price_changed', { total: 2248, coupon: { code: 'WEEKDAY10', off: 0, refusal } }),
    { body: {} },
  ];
  my.moveAnswer = () => answers.shift() ?? { body: {} };
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Move' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Move to another time' }));
  await userEvent.click(await dialog.findByRole('radio', { name: /^2 and 4.pm/ }));
  await userEvent.click(dialog.getByRole('button', { name: /^Move to Mon 20.Nov, 2–.4.pm$/ }));
  expect((await dialog.findByRole('alert')).textContent).toBe(`${message} Press again if you agree.`);
  const changed = await dialog.findByRole('button', { name: 'Move for ₹2,248 in all, was ₹2,048 in all' });
  await waitFor(() => expect(changed.getAttribute('aria-disabled')).toBeNull());
  await userEvent.click(changed);
  expect(await screen.findByText(/^Moved to Mon 20 Nov, 2–.4.pm$/)).toBeTruthy();
  expect(my.backend.callsOf('POST /rest/v1/rpc/reschedule_booking').map(({ body }) => body)).toEqual([
    { booking: booking.id, date: '2090-11-20', start: '14:00', expected_fee: 0 },
    { booking: booking.id, date: '2090-11-20', start: '14:00', expected_fee: 0, expected_total: 2248 },
  ]);
});

test('a visit prevented by rain can be moved or become a pickup, free of charge', async () => {
  my.rain = true;
  open();
  await screen.findByText(/We do not work at the gate on this day: move it, have it picked up or cancel it, free\./);
  expect(screen.getByRole('button', { name: 'Move' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Have it picked up' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Have it picked up' }));
  expect(dialog.getByText(/It costs you nothing and is not one of your free moves\./)).toBeTruthy();
  await userEvent.click(await dialog.findByRole('radio', { name: /^2 and 4.pm/ }));
  my.rows = [{ ...booking, mode: 'pickup', booking_date: '2090-11-20', booking_time: '14:00:00' }];
  await userEvent.click(dialog.getByRole('button', { name: /^Pick it up on/ }));
  expect(await screen.findByText('Pickup between')).toBeTruthy();
  expect(my.backend.callsOf('POST /rest/v1/rpc/list_slots')[0]?.body).toMatchObject({ mode: 'pickup' });
  expect(my.backend.callsOf('POST /rest/v1/rpc/reschedule_booking').map(({ body }) => body)).toEqual([
    { booking: booking.id, date: '2090-11-20', start: '14:00', mode: 'pickup', expected_fee: 0 },
  ]);
});

test('without weather mode no pickup is offered', async () => {
  open();
  await screen.findByRole('button', { name: 'Move' });
  expect(screen.queryByRole('button', { name: 'Have it picked up' })).toBeNull();
});

test('extra work can be approved or declined', async () => {
  const line = { id: 'pads', name: 'Front brake pads', reason: 'Worn', price: 600, minutes: 30, status: 'proposed' };
  const agreed = { ...line, id: 'bulb', name: 'Bulb', price: 90, status: 'approved', decided_by: 'limit' };
  my.rows = [{ ...booking, status: 'awaiting_approval', extra_work: [agreed, { ...line, decided_by: null }] }];
  my.payments[booking.id] = buildPayment({ agreed: 2138, work: 2138, total: 2138 });
  open();
  const bill = within(await screen.findByRole('region', { name: 'Bill' }));
  expect(bill.getByText('Extra work').nextSibling?.textContent).toBe('₹90');
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, do it: Front brake pads for ₹600' }));
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([
    'We need your answer',
  ]);
  expect(await screen.findByText('Approved: Front brake pads, ₹600')).toBeTruthy();
  expect(my.backend.callsOf('POST /rest/v1/rpc/answer_extra_work')[0]?.body).toEqual({ line: 'pads', answer: 'yes' });
});

test('a change by the shop appears live and is announced once', async () => {
  const { unmount } = open();
  await screen.findByText(/^Not live/);
  await waitFor(() => expect(my.realtime.wanted('my-bookings')).toEqual(['UPDATE user_id=eq.user-1']));
  act(() => my.realtime.join('my-bookings'));
  expect(await screen.findByText(/^Live/)).toBeTruthy();
  const events = [
    ...booking.booking_events,
    {
      at: '2026-11-21T03:01:00+00:00',
      from_status: 'confirmed',
      to_status: 'assigned',
      note: null,
      moved_from: null,
      fee: 0,
      actor: 'admin',
      kind: 'status',
      data: {},
    },
  ];
  my.rows = [{ ...booking, status: 'assigned', mechanic: 'Sagar P.', booking_events: events }];
  act(() => my.realtime.emit('my-bookings', 'UPDATE', { id: booking.id, number: '4f9c21ab', status: 'assigned' }));
  expect(await screen.findByText('Sagar P. is your mechanic')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Booking 4f9c21ab: Mechanic assigned');
  unmount();
  expect(my.realtime.open()).toEqual([]);
});

test('bookings are reloaded after a reconnect', async () => {
  open();
  await waitFor(() => expect(my.realtime.open()).toEqual(['my-bookings']));
  act(() => my.realtime.join('my-bookings'));
  act(() => my.realtime.lose('my-bookings'));
  expect(await screen.findByText(/^Not live/)).toBeTruthy();
  my.rows = [];
  act(() => my.realtime.join('my-bookings'));
  expect(await screen.findByText('Nothing booked')).toBeTruthy();
});

test('an upcoming booking shows its handover code, a past one its job card', async () => {
  open();
  const code = within(await screen.findByRole('region', { name: 'Handover code' }));
  expect(code.getAllByText(/^\d$/).map(({ textContent }) => textContent)).toEqual(['4', '8', '2', '1']);
  expect(screen.queryByText('What was done')).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Past' }));
  expect(await screen.findByText('Front brake adjusted')).toBeTruthy();
  expect(screen.getByText('What was done')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Handover code' })).toBeNull();
});
