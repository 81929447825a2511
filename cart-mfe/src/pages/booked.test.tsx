import { renderPage } from '@twostroke/shared/testing/render-page';
import { buildPayment } from '@twostroke/shared/testing/build-payment';
import { issuedInvoice } from '@twostroke/shared/testing/issued-invoice';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { booking, bookingBackend, startWith, token } from '../testing/booking-fixtures.ts';
import * as page from './book-service.tsx';

const GET = 'POST /rest/v1/rpc/get_booking';
const open = (hash: string) => ({
  user: userEvent.setup(),
  ...renderPage(page, { path: '/book-service', url: `/book-service${hash}` }),
});

beforeEach(() => startWith());

test('the link shows the booking, and its token is in no address', async () => {
  const backend = bookingBackend();
  open(`#manage=${token}`);
  await screen.findByRole('heading', { level: 1, name: 'Booked. See you on Saturday.' });
  expect(screen.getByText('No. 4f9c21ab')).toBeTruthy();
  expect(screen.getByText(/11.am – 1.pm/, { selector: 'dd' })).toBeTruthy();
  expect(screen.getByText('MH 12 ZZ 0042')).toBeTruthy();
  expect(screen.getByText(/Free to cancel or move until 9.am on Sat 21.Nov/)).toBeTruthy();
  expect(backend.callsOf(GET)[0]?.body).toEqual({ manage_token: token });
  for (const { path, query } of backend.calls) expect(`${path}?${query}`).not.toContain(token);
});

test('a booking that waits for its payment says until when, and can be paid later instead', async () => {
  let status = 'pending_payment';
  const backend = bookingBackend({
    [GET]: () => ({
      body: {
        ...booking,
        status,
        payment: buildPayment(
          status === 'pending_payment'
            ? { method: 'online', seconds_left: 840, pay_until: '2026-11-20T05:00:00Z' }
            : {},
        ),
      },
    }),
    'POST /rest/v1/rpc/pay_after_service': () => {
      status = 'confirmed';
      return { body: {} };
    },
  });
  const { user } = open(`#manage=${token}`);
  await screen.findByRole('heading', { level: 1, name: 'Almost booked: it is to be paid.' });
  expect(screen.getByText(/kept for 14 minutes more/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Pay ₹2,048 by card or net banking' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /by UPI/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Pay after the service instead' }));
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  expect(backend.callsOf('POST /rest/v1/rpc/pay_after_service')[0]?.body).toEqual({
    booking: booking.id,
    manage_token: token,
  });
});

test('the fee of a missed booking and a credit stand under the price, which stays what it was', async () => {
  const payment = buildPayment({ due: 2148, carried: [{ number: '7b1d04c2', amount: 200 }], credit: 100 });
  bookingBackend({ [GET]: { body: { ...booking, payment } } });
  open(`#manage=${token}`);
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  const rowOf = (label: string) => screen.getByText(label).parentElement?.textContent;
  expect(rowOf('Total, GST included')).toBe('Total, GST included₹2,048');
  expect(rowOf('Fee of missed booking 7b1d04c2')).toBe('Fee of missed booking 7b1d04c2₹200');
  expect(rowOf('Credit from us')).toMatch(/^Credit from us[-−]₹100$/);
  expect(rowOf('All together')).toBe('All together₹2,148');
  expect(screen.getByText('₹2,048 for the work').parentElement?.textContent).toContain('₹2,148');
  expect(screen.getByText('₹2,148 to pay')).toBeTruthy();
});

test('the handover code stands beside the booking with what it is for, as long as the bike can change hands', async () => {
  let shown: typeof booking = { ...booking, mode: 'pickup' };
  bookingBackend({ [GET]: () => ({ body: shown }) });
  const { unmount } = open(`#manage=${token}`);
  const code = within(await screen.findByRole('region', { name: 'Handover code' }));
  expect(code.getByText('4821')).toBeTruthy();
  expect(
    code.getByText(
      'Say this code when we take your bike and when you get it back. Whoever hands over the bike for you needs it.',
    ),
  ).toBeTruthy();
  unmount();
  shown = { ...booking, status: 'cancelled', handover_code: null };
  open(`#manage=${token}`);
  await screen.findByRole('heading', { level: 1, name: 'This booking is cancelled.' });
  expect(screen.queryByRole('region', { name: 'Handover code' })).toBeNull();
});

test('what was done is there to open once the bike is ready, with what was not needed and why', async () => {
  const line = { line: 1, group_name: 'Brakes', label: 'Front brake adjusted', done_at: '2026-11-21T06:00:00Z' };
  const checklist = [
    { ...line, not_needed: null },
    { ...line, line: 2, label: 'Calliper pins greased', not_needed: 'Drum brakes' },
  ];
  bookingBackend({ [GET]: { body: { ...booking, status: 'ready', checklist } } });
  open(`#manage=${token}`);
  const done = within((await screen.findByText('What was done')).closest('details')!);
  expect(done.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    'Done: Front brake adjusted',
    'Not needed: Calliper pins greasedDrum brakes',
  ]);
});

test('a booking without dues has no such lines', async () => {
  bookingBackend();
  open(`#manage=${token}`);
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  expect(screen.queryByText('All together')).toBeNull();
});

test('a missed booking names its fee and says that the next one pays it', async () => {
  const missed = { ...booking, status: 'no_show', fee: 200, closed_at: '2026-11-21T08:00:00Z' };
  bookingBackend({ [GET]: { body: { ...missed, payment: buildPayment({ due: 200 }) } } });
  open(`#manage=${token}`);
  await screen.findByRole('heading', { level: 1, name: 'This booking is over.' });
  expect(screen.getByText('Fee, as nobody was there').parentElement?.textContent).toContain('₹200');
  expect(screen.getByText(/It is added to your next booking, or pay it now/)).toBeTruthy();
});

test('the invoice stands in place of a booking that is done', async () => {
  const backend = bookingBackend({
    [GET]: {
      body: {
        ...booking,
        status: 'completed',
        final_price: 2048,
        payment: buildPayment({ status: 'paid', paid: 2048, due: 0 }),
      },
    },
    'POST /rest/v1/rpc/get_invoice': { body: issuedInvoice },
  });
  const { user } = open(`#manage=${token}`);
  await user.click(await screen.findByRole('button', { name: 'Invoice' }));
  const invoice = within(await screen.findByRole('region', { name: `Invoice ${issuedInvoice.number}` }));
  // It was issued before the model year was asked for.
  expect(invoice.queryByText('Model year')).toBeNull();
  expect(backend.callsOf('POST /rest/v1/rpc/get_invoice')[0]?.body).toEqual({
    booking: booking.id,
    manage_token: token,
  });
  await user.click(screen.getByRole('button', { name: 'Back to the booking' }));
  await screen.findByText('No. 4f9c21ab');
});

test('the model year stands beside the bike, and on the invoice', async () => {
  bookingBackend({
    [GET]: {
      body: {
        ...booking,
        model_year: 2021,
        status: 'completed',
        final_price: 2048,
        payment: buildPayment({ status: 'paid', paid: 2048, due: 0 }),
      },
    },
    'POST /rest/v1/rpc/get_invoice': { body: { ...issuedInvoice, model_year: 2021 } },
  });
  const { user } = open(`#manage=${token}`);
  expect(await screen.findByText('2021 model')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Invoice' }));
  expect((await screen.findByText('Model year')).nextElementSibling?.textContent).toBe('2021');
});

test.each(['#manage=', '#manage=cut-off', `#manage=${'b'.repeat(64)}`])(
  '%s: a clear panel with a way on',
  async (hash) => {
    bookingBackend({ [GET]: { status: 404, body: { code: 'PT404', message: 'Not found.', hint: 'not_found' } } });
    open(hash);
    await screen.findByRole('heading', { level: 1, name: 'We could not find this booking' });
    expect(screen.getByRole('link', { name: 'Book a service' }).getAttribute('href')).toBe('/book-service');
    expect(screen.getByRole('link', { name: /Call/ })).toBeTruthy();
  },
);

test('a backend that does not answer is asked again', async () => {
  let broken = true;
  bookingBackend({ [GET]: () => (broken ? { status: 503, body: { message: 'down' } } : { body: booking }) });
  const { user } = open(`#manage=${token}`);
  await screen.findByText('We could not load your booking');
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
});

test('cancelling asks first and then says so', async () => {
  let status = 'confirmed';
  const backend = bookingBackend({
    [GET]: () => ({
      body: { ...booking, status, terms: { ...booking.terms, can_cancel: status === 'confirmed', can_move: false } },
    }),
    'POST /rest/v1/rpc/cancel_booking': () => {
      status = 'cancelled';
      return { body: { status } };
    },
  });
  const { user } = open(`#manage=${token}`);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel this booking?' }));
  await user.click(dialog.getByRole('button', { name: 'Yes, cancel it' }));
  await screen.findByRole('heading', { level: 1, name: 'This booking is cancelled.' });
  expect(screen.getByText('Your booking is now: Cancelled')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  expect(backend.callsOf('POST /rest/v1/rpc/cancel_booking')[0]?.body).toEqual({
    booking: booking.id,
    manage_token: token,
    expected_fee: 0,
  });
});

test('a fee that has come up meanwhile is shown, and agreed to with the next press', async () => {
  const CANCEL = 'POST /rest/v1/rpc/cancel_booking';
  const message = 'This costs ₹100 by now. Please look at it again.';
  let first = true;
  const backend = bookingBackend({
    [CANCEL]: () => {
      if (!first) return { body: { status: 'cancelled' } };
      first = false;
      return { status: 409, body: { code: 'PT409', message, hint: 'fee_changed', details: '{"fee": 100}' } };
    },
  });
  const { user } = open(`#manage=${token}`);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel this booking?' }));
  expect(dialog.getByText(/It costs you nothing/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Yes, cancel it' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(message);
  expect(dialog.getByText(/It costs ₹100/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Yes, cancel it' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Cancel this booking?' })).toBeNull());
  expect(backend.callsOf(CANCEL).map(({ body }) => (body as { expected_fee: number }).expected_fee)).toEqual([0, 100]);
});

test('a booking is moved to a free time, and its page says so', async () => {
  let shown = booking;
  const backend = bookingBackend({
    [GET]: () => ({ body: shown }),
    'POST /rest/v1/rpc/reschedule_booking': () => {
      shown = { ...booking, booking_time: '14:00', window_end: '16:00' };
      return { body: {} };
    },
  });
  const { user } = open(`#manage=${token}`);
  await user.click(await screen.findByRole('button', { name: 'Move' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Move to another time' }));
  await user.click(await dialog.findByRole('radio', { name: /Sat 21.Nov 2–4.pm/ }));
  expect(dialog.queryByRole('radio', { name: /9–11.am/ })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Move it' }));
  expect(await screen.findByText(/Moved to Sat 21.Nov, 2–4.pm/)).toBeTruthy();
  expect(backend.callsOf('POST /rest/v1/rpc/reschedule_booking')[0]?.body).toEqual({
    booking: booking.id,
    manage_token: token,
    date: '2026-11-21',
    start: '14:00',
    expected_fee: 0,
  });
});

test('a visit that the rain stops is picked up instead, also at its own time, and the page says so', async () => {
  const rainedOff = { ...booking, terms: { ...booking.terms, weather: true, can_pick_up: true } };
  let shown: typeof booking = rainedOff;
  const backend = bookingBackend({
    [GET]: () => ({ body: shown }),
    'POST /rest/v1/rpc/reschedule_booking': () => {
      shown = { ...booking, mode: 'pickup' };
      return { body: {} };
    },
  });
  const { user } = open(`#manage=${token}`);
  await screen.findByRole('heading', { level: 1, name: 'We can’t come on Saturday.' });
  await screen.findByText(/move it, have it picked up or cancel it, free\./);
  expect(screen.getAllByText('Confirmed')).toHaveLength(1); // its status, not the stamp
  expect(screen.queryByRole('button', { name: 'Calendar' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'On the day' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Have it picked up' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Have it picked up' }));
  expect(dialog.getByText(/It costs you nothing and is not one of your free moves\./)).toBeTruthy();
  await user.click(await dialog.findByRole('radio', { name: /Sat 21.Nov 11.am – 1.pm/ }));
  await user.click(dialog.getByRole('button', { name: 'Have it picked up' }));
  expect(await screen.findByText(/Moved to Sat 21.Nov, 11.am – 1.pm, we fetch the bike/)).toBeTruthy();
  expect(screen.getByText('We fetch the bike between')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Booked. See you on Saturday.' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Have it picked up' })).toBeNull();
  expect(backend.callsOf('POST /rest/v1/rpc/list_slots')[0]?.body).toMatchObject({ mode: 'pickup' });
  expect(backend.callsOf('POST /rest/v1/rpc/reschedule_booking')[0]?.body).toEqual({
    booking: booking.id,
    manage_token: token,
    date: '2026-11-21',
    start: '11:00',
    mode: 'pickup',
    expected_fee: 0,
  });
});

test('moving without a choice asks for one, and a refusal stands in the dialog', async () => {
  const message = 'That time has just gone.';
  bookingBackend({
    'POST /rest/v1/rpc/reschedule_booking': { status: 409, body: { code: 'PT409', message, hint: 'slot_taken' } },
  });
  const { user } = open(`#manage=${token}`);
  await user.click(await screen.findByRole('button', { name: 'Move' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Move to another time' }));
  const time = await dialog.findByRole('radio', { name: /2–4.pm/ });
  await user.click(dialog.getByRole('button', { name: 'Move it' }));
  expect(dialog.getByText('Choose a new time')).toBeTruthy();
  await user.click(time);
  await user.click(dialog.getByRole('button', { name: 'Move it' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(message);
});

test('extra work is answered line by line', async () => {
  const line = {
    reason: 'Worn to 1 mm',
    price: 600,
    minutes: 30,
    status: 'proposed',
    decided_by: null as string | null,
  };
  let lines = [
    { ...line, id: 'pads', name: 'Front brake pads' },
    { ...line, id: 'bulb', name: 'Bulb', price: 90, status: 'approved', decided_by: 'limit' },
  ];
  const backend = bookingBackend({
    [GET]: () => ({ body: { ...booking, status: 'awaiting_approval', extra_work: lines } }),
    'POST /rest/v1/rpc/answer_extra_work': () => {
      lines = lines.map((one) => (one.id === 'pads' ? { ...one, status: 'declined', decided_by: 'customer' } : one));
      return { body: {} };
    },
  });
  const { user } = open(`#manage=${token}`);
  const card = within(await screen.findByRole('region', { name: 'Extra work' }));
  expect(card.getByText('Within the limit')).toBeTruthy();
  expect(card.getByText('Allowed without asking: ₹500, used: ₹90.')).toBeTruthy();
  expect(screen.getByText('Agreed extra work').nextSibling?.textContent).toBe('₹90');
  await user.click(card.getByRole('button', { name: 'No, leave it: Front brake pads' }));
  expect(await card.findByText('Declined')).toBeTruthy();
  expect(card.queryByRole('button', { name: /Yes, do it/ })).toBeNull();
  expect(backend.callsOf('POST /rest/v1/rpc/answer_extra_work')[0]?.body).toEqual({
    line: 'pads',
    approve: false,
    manage_token: token,
  });
});

test('coming back to the tab asks for the status again', async () => {
  let status = 'confirmed';
  bookingBackend({ [GET]: () => ({ body: { ...booking, status } }) });
  open(`#manage=${token}`);
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  status = 'assigned';
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(await screen.findByText('Your booking is now: Mechanic assigned')).toBeTruthy();
});
