import { buildPayment } from '@twostroke/shared/testing/build-payment';
import { rejected } from '@twostroke/shared/testing/fake-backend';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { forgetQueries } from '@twostroke/shared/api/use-query';
import { booking, bookingBackend, token } from '../testing/booking-fixtures.ts';
import { otherWork } from '../testing/other-work.ts';
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
  await user.click(await screen.findByRole('button', { name: 'Cancel the booking' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel this booking?' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel the booking' }));
  await screen.findByRole('heading', { level: 1, name: 'This booking is cancelled.' });
  expect(screen.getByText('Your booking is now: Cancelled')).toBeTruthy();
  expect(await screen.findByText('Booking 4f9c21ab is cancelled')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel the booking' })).toBeNull();
  expect(backend.callsOf('POST /rest/v1/rpc/cancel_booking')[0]?.body).toEqual({
    booking: booking.id,
    manage_token: token,
    expected_fee: 0,
  });
});

test('a fee that became due meanwhile is on the button, and the next press accepts it', async () => {
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
  await user.click(await screen.findByRole('button', { name: 'Cancel the booking' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel this booking?' }));
  expect(dialog.getByText(/It costs you nothing/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel the booking' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(message);
  expect(dialog.getByText(/It costs ₹100/)).toBeTruthy();
  const changed = dialog.getByRole('button', { name: 'Cancel for ₹100, was free' });
  await waitFor(() => expect(changed.getAttribute('aria-disabled')).toBeNull());
  await user.click(changed);
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
  await user.click(await dialog.findByRole('radio', { name: /^2 and 4.pm/ }));
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^9 and 11.am/ }).disabled).toBe(true);
  await user.click(dialog.getByRole('button', { name: /^Move to Sat 21.Nov, 2–.4.pm$/ }));
  expect(await screen.findByText(/2–.4.pm/, { selector: 'dd' })).toBeTruthy();
  expect(await screen.findByText(/^Moved to Sat 21 Nov, 2–.4.pm$/)).toBeTruthy();
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
  expect(screen.getAllByText('Confirmed')).toHaveLength(1); // its first step, not the stamp
  expect(screen.queryByRole('button', { name: 'Calendar' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'On the day' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Have it picked up' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Have it picked up' }));
  expect(dialog.getByText(/It costs you nothing and is not one of your free moves\./)).toBeTruthy();
  await user.click(await dialog.findByRole('radio', { name: /^11.am and 1.pm/ }));
  await user.click(dialog.getByRole('button', { name: /^Pick it up on Sat 21.Nov, 11.am – 1.pm$/ }));
  expect(await screen.findByText('Pickup between')).toBeTruthy();
  expect(await screen.findByText('Moved to Sat 21 Nov, 11 am – 1 pm, we fetch the bike')).toBeTruthy();
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
  const time = await dialog.findByRole('radio', { name: /^2 and 4.pm/ });
  await user.click(dialog.getByRole('button', { name: 'Choose a new time' }));
  expect(dialog.getByText('Choose a new time', { selector: 'p *, p' })).toBeTruthy();
  await user.click(time);
  await user.click(dialog.getByRole('button', { name: /^Move to/ }));
  expect((await dialog.findByRole('alert')).textContent).toBe(message);
});

const pads = {
  id: 'pads',
  name: 'Front brake pads',
  reason: 'Worn to 1 mm',
  price: 600,
  minutes: 30,
  status: 'proposed',
  decided_by: null as string | null,
};
const bulb = { ...pads, id: 'bulb', name: 'Bulb', price: 90, status: 'approved', decided_by: 'limit' };
const asking = {
  ...booking,
  status: 'awaiting_approval',
  mechanic: 'Ganesh Shinde',
  payment: buildPayment({ agreed: 2138, work: 2138, total: 2138 }),
  extra_work: [pads, bulb],
};

test('a question to the customer comes first, with the sum, the new total and answers of equal rank', async () => {
  let lines = asking.extra_work;
  const backend = bookingBackend({
    [GET_BOOKING]: () => ({
      body: { ...asking, status: lines === asking.extra_work ? 'awaiting_approval' : 'in_service', extra_work: lines },
    }),
    'POST /rest/v1/rpc/answer_extra_work': () => {
      lines = lines.map((one) => (one.id === 'pads' ? { ...one, status: 'declined', decided_by: 'customer' } : one));
      return { body: {} };
    },
  });
  const { user } = openBooking(token);
  const question = await screen.findByRole('region', { name: 'Ganesh needs your answer' });
  const card = within(question);
  expect(card.getByRole('heading', { level: 1 }).textContent).toBe('Ganesh needs your answer');
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(card.getByRole('heading', { level: 2 }).textContent).toBe('Front brake pads+ ₹600');
  expect(card.getByText(/^Then ₹2,738 in all, 30.min longer\.$/)).toBeTruthy();
  expect(card.getByText('Allowed without asking: ₹500, used: ₹90.')).toBeTruthy();
  expect(card.getByRole('img', { name: '₹90 of ₹500 used' })).toBeTruthy();
  const answers = card.getAllByRole('button');
  expect(answers.map(({ textContent }) => textContent)).toEqual(['Yes, do it', 'No, leave it', 'Later']);
  expect(answers.map(({ classList }) => classList.contains('answer'))).toEqual([true, true, true]);
  expect(document.title).toBe('(1) Your answer, Twostroke');
  const follows = question.compareDocumentPosition(screen.getByRole('article', { name: 'Your booking' }));
  expect(follows & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();

  await user.click(card.getByRole('button', { name: 'No, leave it: Front brake pads' }));
  const answered = within(await screen.findByRole('region', { name: 'Extra work' }));
  expect(await answered.findByText('Declined')).toBeTruthy();
  expect(answered.getByText(/^Front brake pads/).textContent).toBe('Front brake pads, ₹0');
  expect(answered.getByText('Within the limit')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Yes, do it/ })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  expect(backend.callsOf('POST /rest/v1/rpc/answer_extra_work')[0]?.body).toEqual({
    line: 'pads',
    answer: 'no',
    manage_token: token,
  });
});

test('an answer that does not arrive is reported above its buttons, which stay', async () => {
  bookingBackend({
    [GET_BOOKING]: { body: asking },
    'POST /rest/v1/rpc/answer_extra_work': { status: 503, body: { message: 'down' } },
  });
  const { user } = openBooking(token);
  const yes = await screen.findByRole('button', { name: 'Yes, do it: Front brake pads for ₹600' });
  await user.click(yes);
  const alert = await screen.findByRole('alert');
  expect(alert.nextElementSibling?.contains(yes)).toBe(true);
  expect(yes.getAttribute('aria-busy')).toBeNull();
});

test('two answers in quick succession are both sent, one after the other', async () => {
  const ANSWER = 'POST /rest/v1/rpc/answer_extra_work';
  let lines = [pads, { ...pads, id: 'tyre', name: 'Rear tyre' }];
  const backend = bookingBackend({
    [GET_BOOKING]: () => ({ body: { ...asking, extra_work: lines } }),
    [ANSWER]: ({ body }: { body: unknown }) => {
      lines = lines.filter(({ id }) => id !== (body as { line: string }).line);
      return { body: {} };
    },
  });
  openBooking(token);
  fireEvent.click(await screen.findByRole('button', { name: /^Yes, do it: Front brake pads/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Later: Rear tyre' }));
  expect(backend.callsOf(ANSWER).length).toBeLessThan(2);
  await waitFor(() =>
    expect(backend.callsOf(ANSWER).map(({ body }) => body)).toMatchObject([
      { line: 'pads', answer: 'yes' },
      { line: 'tyre', answer: 'later' },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: /Rear tyre/ })).toBeNull());
});

const ANSWER_ITEMS = 'POST /rest/v1/rpc/answer_items';

test('a question about other work comes first, with the rise, the new total and two answers of equal rank', async () => {
  let question: typeof otherWork | null = otherWork;
  const backend = bookingBackend({
    [GET_BOOKING]: () => ({ body: { ...booking, mechanic: 'Ganesh Shinde', item_question: question } }),
    [ANSWER_ITEMS]: () => {
      question = null;
      return { body: { status: 'confirmed' } };
    },
  });
  const { user } = openBooking(token);
  const card = within(await screen.findByRole('region', { name: 'Ganesh needs your answer' }));
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([
    'Ganesh needs your answer',
  ]);
  expect(card.getByRole('heading', { level: 2 }).textContent).toBe('Other work+ ₹1,049');
  expect(card.getByText('Then ₹3,097 in all.')).toBeTruthy();
  expect(card.getByText('General Service (new)')).toBeTruthy();
  expect(card.getByText('Engine Oil Change (not any more)')).toBeTruthy();
  expect(card.getByRole('img', { name: '₹0 of ₹500 used' })).toBeTruthy();
  const answers = card.getAllByRole('button');
  expect(answers.map(({ textContent }) => textContent)).toEqual(['Yes, do it', 'No, leave it']);
  expect(answers.map(({ classList }) => classList.contains('answer'))).toEqual([true, true]);
  expect(document.title).toBe('(1) Your answer, Twostroke');

  await user.click(card.getByRole('button', { name: 'Yes, do it: other work for ₹3,097' }));
  expect(await screen.findByText('Agreed: ₹3,097 in all')).toBeTruthy();
  await screen.findByRole('heading', { level: 1, name: /^Booked/ });
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  expect(backend.callsOf(ANSWER_ITEMS)[0]?.body).toEqual({
    ...{ booking: booking.id, answer: 'yes', total: 3097, manage_token: token },
  });
});

test('an answer about other work at another price is not taken, and the page reads the booking again', async () => {
  const backend = bookingBackend({
    [GET_BOOKING]: { body: { ...booking, item_question: otherWork } },
    [ANSWER_ITEMS]: () => rejected(409, 'work_repriced', { price: 3500 }),
  });
  const { user } = openBooking(token);
  await user.click(await screen.findByRole('button', { name: /^No, leave it/ }));
  expect((await screen.findByRole('alert')).textContent).toBe('The price is ₹3,500 by now. Look at it again.');
  await waitFor(() => expect(backend.callsOf(GET_BOOKING)).toHaveLength(2));
});
