import { buildPayment } from '@twostroke/shared/testing/build-payment';
import { rejected } from '@twostroke/shared/testing/fake-backend';
import { screen, waitFor, within } from '@testing-library/react';
import { forgetQueries } from '@twostroke/shared/api/use-query';
import { booking, bookingBackend, token } from '../testing/booking-fixtures.ts';
import { GET_BOOKING, openBooking } from '../testing/open-customer-booking.tsx';

beforeEach(() => forgetQueries());

test('cancelling asks for confirmation and is then confirmed', async () => {
  let status = 'confirmed';
  const backend = bookingBackend({
    [GET_BOOKING]: () => ({
      body: { ...booking, status, terms: { ...booking.terms, can_cancel: status === 'confirmed', can_move: false } },
    }),
    'POST /rest/v1/rpc/cancel_booking': () => {
      status = 'cancelled';
      return { body: { status } };
    },
  });
  const { user } = openBooking(token);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel this booking?' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel the booking' }));
  await screen.findByRole('heading', { level: 1, name: 'This booking is cancelled.' });
  expect(screen.getByText('Your booking is now: Cancelled')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  expect(backend.callsOf('POST /rest/v1/rpc/cancel_booking')[0]?.body).toEqual({
    booking: booking.id,
    manage_token: token,
    expected_fee: 0,
  });
});

test('a fee that became due meanwhile is shown, and the next press accepts it', async () => {
  const CANCEL = 'POST /rest/v1/rpc/cancel_booking';
  const message = 'This costs ₹100 by now. Please look at it again.';
  let first = true;
  const backend = bookingBackend({
    [CANCEL]: () => {
      if (!first) return { body: { status: 'cancelled' } };
      first = false;
      return rejected(409, 'fee_changed', { fee: 100 });
    },
  });
  const { user } = openBooking(token);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel this booking?' }));
  expect(dialog.getByText(/It costs you nothing/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel the booking' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(message);
  expect(dialog.getByText(/It costs ₹100/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel the booking' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Cancel this booking?' })).toBeNull());
  expect(backend.callsOf(CANCEL).map(({ body }) => (body as { expected_fee: number }).expected_fee)).toEqual([0, 100]);
});

test('moving to a free time is confirmed on the page', async () => {
  let shown = booking;
  const backend = bookingBackend({
    [GET_BOOKING]: () => ({ body: shown }),
    'POST /rest/v1/rpc/reschedule_booking': () => {
      shown = { ...booking, booking_time: '14:00', window_end: '16:00' };
      return { body: {} };
    },
  });
  const { user } = openBooking(token);
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

test('a visit prevented by rain becomes a pickup, also at the same time, and the page confirms it', async () => {
  const rainedOff = { ...booking, terms: { ...booking.terms, weather: true, can_pick_up: true } };
  let shown: typeof booking = rainedOff;
  const backend = bookingBackend({
    [GET_BOOKING]: () => ({ body: shown }),
    'POST /rest/v1/rpc/reschedule_booking': () => {
      shown = { ...booking, mode: 'pickup' };
      return { body: {} };
    },
  });
  const { user } = openBooking(token);
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
  expect(screen.getByText('Pickup between')).toBeTruthy();
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

test('moving without a choice asks for one, and a rejection is shown in the dialog', async () => {
  const message = 'That time has just gone.';
  bookingBackend({
    'POST /rest/v1/rpc/reschedule_booking': rejected(409, 'slot_taken', { alternatives: [] }),
  });
  const { user } = openBooking(token);
  await user.click(await screen.findByRole('button', { name: 'Move' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Move to another time' }));
  const time = await dialog.findByRole('radio', { name: /2–4.pm/ });
  await user.click(dialog.getByRole('button', { name: 'Move it' }));
  expect(dialog.getByText('Choose a new time')).toBeTruthy();
  await user.click(time);
  await user.click(dialog.getByRole('button', { name: 'Move it' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(message);
});

test('each line of extra work is answered separately', async () => {
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
  const payment = buildPayment({ agreed: 2138, work: 2138, total: 2138 });
  const backend = bookingBackend({
    [GET_BOOKING]: () => ({ body: { ...booking, payment, status: 'awaiting_approval', extra_work: lines } }),
    'POST /rest/v1/rpc/answer_extra_work': () => {
      lines = lines.map((one) => (one.id === 'pads' ? { ...one, status: 'declined', decided_by: 'customer' } : one));
      return { body: {} };
    },
  });
  const { user } = openBooking(token);
  const card = within(await screen.findByRole('region', { name: 'Extra work' }));
  expect(card.getByText('Within the limit')).toBeTruthy();
  expect(card.getByText('Allowed without asking: ₹500, used: ₹90.')).toBeTruthy();
  expect(screen.getByText('Extra work', { selector: 'dt' }).nextSibling?.textContent).toBe('₹90');
  await user.click(card.getByRole('button', { name: 'No, leave it: Front brake pads' }));
  expect(await card.findByText('Declined')).toBeTruthy();
  expect(card.queryByRole('button', { name: /Yes, do it/ })).toBeNull();
  expect(backend.callsOf('POST /rest/v1/rpc/answer_extra_work')[0]?.body).toEqual({
    line: 'pads',
    approve: false,
    manage_token: token,
  });
});
