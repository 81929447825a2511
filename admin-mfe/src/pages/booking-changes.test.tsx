import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rejected, type FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { freeTimes, openSheet, shop } from '../testing/open-admin.tsx';
import { today } from '../testing/shop-bookings.ts';

test('cancelling asks for the cause; only a cause of the shop gives a credit', async () => {
  shop.terms = { ...shop.terms, cancel_credit: 100 };
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Cancel' }));
  const cause = sheet.getByLabelText('Who caused the change');
  expect(document.activeElement).toBe(cause);
  fireEvent.change(sheet.getByLabelText('Why, for the customer'), { target: { value: 'The mechanic is ill' } });
  await userEvent.click(sheet.getByRole('button', { name: 'Cancel the booking' }));
  expect(sheet.getByText('Choose who caused the change: it decides what it costs')).toBeTruthy();
  expect(document.activeElement).toBe(cause);
  await userEvent.selectOptions(cause, 'Ours: all money back, with ₹100 credit');
  await userEvent.click(sheet.getByRole('button', { name: 'Cancel the booking' }));
  await screen.findByText('Booking 4f9c21ab is cancelled');
  expect(shop.backend.callsOf('POST /rest/v1/rpc/cancel_booking')[0]?.body).toEqual({
    booking: today.id,
    cause: 'shop',
    reason: 'The mechanic is ill',
    expected_fee: 0,
  });
});

test('what we cancel or move in time gives no credit, and what we move on the way does', async () => {
  shop.terms = { ...shop.terms, move_credit: 100 };
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Cancel' }));
  expect(sheet.getByRole('option', { name: 'Ours: all money back' })).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Keep it' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Move' }));
  expect(screen.getByRole('option', { name: 'Ours, with ₹100 credit' })).toBeTruthy();
});

test('a rejected change says why and keeps what was typed', async () => {
  shop.backend.answer(
    'POST /rest/v1/rpc/cancel_booking',
    rejected(409, 'not_allowed', { status: 'completed', to: 'cancelled' }),
  );
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Cancel' }));
  await userEvent.selectOptions(sheet.getByLabelText('Who caused the change'), 'weather');
  fireEvent.change(sheet.getByLabelText('Why, for the customer'), { target: { value: 'Flooded road' } });
  await userEvent.click(sheet.getByRole('button', { name: 'Cancel the booking' }));
  const alert = await sheet.findByRole('alert');
  expect(alert.textContent).toBe('The status of this booking is Completed: it cannot become Cancelled.');
  expect(sheet.getByLabelText<HTMLInputElement>('Why, for the customer').value).toBe('Flooded road');
});

test('cancelling late for a customer shows the fee first, and a changed fee is shown and confirmed again', async () => {
  const CANCEL = 'POST /rest/v1/rpc/cancel_booking';
  shop.terms = { ...shop.terms, cancel_fee: 100 };
  const message = 'This costs ₹200 by now. Please look at it again.';
  const rejection = rejected(409, 'fee_changed', { fee: 200 });
  const answers: FakeAnswer[] = [rejection, { body: {} }];
  shop.backend.answer(CANCEL, () => answers.shift() ?? { body: {} });
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Cancel' }));
  expect(
    sheet.getByText('By the clock it costs the customer ₹100 if they asked for it, nothing for any other reason.'),
  ).toBeTruthy();
  const cause = sheet.getByLabelText('Who caused the change');
  await userEvent.selectOptions(cause, 'weather');
  expect(sheet.getByText('It costs the customer nothing.')).toBeTruthy();
  expect(sheet.queryByRole('checkbox')).toBeNull();
  await userEvent.selectOptions(cause, 'customer');
  expect(sheet.getByText('It costs the customer ₹100.')).toBeTruthy();
  fireEvent.change(sheet.getByLabelText('Why, for the customer'), { target: { value: 'Out of town' } });
  await userEvent.click(sheet.getByRole('button', { name: 'Cancel the booking' }));
  expect((await sheet.findByRole('alert')).textContent).toBe(message);
  expect(sheet.getByText('It costs the customer ₹200.')).toBeTruthy();
  const changed = sheet.getByRole('button', { name: 'Cancel for ₹200, was ₹100' });
  await waitFor(() => expect(changed.getAttribute('aria-disabled')).toBeNull());
  await userEvent.selectOptions(cause, 'shop');
  expect(changed.textContent).toBe('Cancel the booking');
  await userEvent.selectOptions(cause, 'customer');
  await userEvent.click(changed);
  await screen.findByText('Booking 4f9c21ab is cancelled');
  const asked = { booking: today.id, cause: 'customer', reason: 'Out of town' };
  expect(shop.backend.callsOf(CANCEL).map(({ body }) => body)).toEqual([
    { ...asked, expected_fee: 100 },
    { ...asked, expected_fee: 200 },
  ]);
});

test('the shop moves a booking and overrides its fee with a reason', async () => {
  shop.bookings = [{ ...today, fee: 100 }];
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Move' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Move to another time' }));
  await userEvent.click(await dialog.findByRole('radio', { name: /^2 and 4.pm/ }));
  await userEvent.click(dialog.getByRole('button', { name: /^Move to/ }));
  expect(dialog.getByText('Choose who caused the change: it decides what it costs')).toBeTruthy();
  await userEvent.selectOptions(dialog.getByLabelText('Who caused the change'), 'shop');
  await userEvent.click(dialog.getByRole('button', { name: /^Move to/ }));
  expect(await screen.findByText(/Booking 4f9c21ab is moved to Tue 24.Nov, 2–.4.pm/)).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Change the fee' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Change the fee' }));
  expect(sheet.getByText('Say why: it stays with the booking')).toBeTruthy();
  fireEvent.change(sheet.getByLabelText('Why'), { target: { value: 'The customer was ill' } });
  await userEvent.click(sheet.getByRole('button', { name: 'Change the fee' }));
  expect(await screen.findByText('The fee of booking 4f9c21ab is ₹0')).toBeTruthy();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/set_booking_fee')[0]?.body).toEqual({
    booking: today.id,
    fee: 0,
    note: 'The customer was ill',
  });
});

test('a move that became dearer says so on its button', async () => {
  const MOVE = 'POST /rest/v1/rpc/reschedule_booking';
  shop.backend.answer(MOVE, rejected(409, 'fee_changed', { fee: 100 }));
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Move' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Move to another time' }));
  await userEvent.selectOptions(dialog.getByLabelText('Who caused the change'), 'customer');
  await userEvent.click(await dialog.findByRole('radio', { name: /^2 and 4.pm/ }));
  await userEvent.click(dialog.getByRole('button', { name: /^Move to/ }));
  const changed = await dialog.findByRole('button', { name: 'Move for ₹100, was free' });
  await waitFor(() => expect(changed.getAttribute('aria-disabled')).toBeNull());
  shop.backend.answer(MOVE, { body: {} });
  await userEvent.click(changed);
  await waitFor(() => expect(shop.backend.callsOf(MOVE)).toHaveLength(2));
  expect(shop.backend.callsOf(MOVE)[1]?.body).toMatchObject({ cause: 'customer', expected_fee: 100 });
});

test('a fee is waived with a reason when a customer asks to cancel or move', async () => {
  shop.terms = { ...shop.terms, cancel_fee: 200, move_fee: 100 };
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Move' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Move to another time' }));
  await userEvent.selectOptions(dialog.getByLabelText('Who caused the change'), 'customer');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Waive the fee of ₹100' }));
  await userEvent.click(await dialog.findByRole('radio', { name: /^2 and 4.pm/ }));
  await userEvent.click(dialog.getByRole('button', { name: /^Move to/ }));
  const why = dialog.getByLabelText('Why it is waived');
  expect(dialog.getByText('Say why: it stays with the booking')).toBeTruthy();
  expect(document.activeElement).toBe(why);
  fireEvent.change(why, { target: { value: 'The customer was in hospital' } });
  await userEvent.click(dialog.getByRole('button', { name: /^Move to/ }));
  await screen.findByText(/Booking 4f9c21ab is moved to/);
  expect(shop.backend.callsOf('POST /rest/v1/rpc/reschedule_booking')[0]?.body).toEqual({
    booking: today.id,
    date: '2026-11-24',
    start: '14:00',
    expected_fee: 100,
    cause: 'customer',
    waiver: 'The customer was in hospital',
  });
  await userEvent.click(sheet.getByRole('button', { name: 'Cancel' }));
  await userEvent.selectOptions(sheet.getByLabelText('Who caused the change'), 'customer');
  await userEvent.click(sheet.getByRole('checkbox', { name: 'Waive the fee of ₹200' }));
  expect(sheet.getByText('The fee is waived: it costs the customer nothing.')).toBeTruthy();
  fireEvent.change(sheet.getByLabelText('Why it is waived'), { target: { value: 'Our mistake' } });
  fireEvent.change(sheet.getByLabelText('Why, for the customer'), { target: { value: 'As you asked' } });
  await userEvent.click(sheet.getByRole('button', { name: 'Cancel the booking' }));
  await screen.findByText('Booking 4f9c21ab is cancelled');
  expect(shop.backend.callsOf('POST /rest/v1/rpc/cancel_booking')[0]?.body).toEqual({
    booking: today.id,
    cause: 'customer',
    reason: 'As you asked',
    expected_fee: 200,
    waiver: 'Our mistake',
  });
});

test('where no work is possible a doorstep visit becomes a pickup, at any pickup time including its own', async () => {
  const times = { start: '11:00', end: '13:00', free: 1, places: 2, why: null };
  shop.backend.answer('POST /rest/v1/rpc/list_slots', () => ({
    body: { ...freeTimes, days: [{ date: '2026-11-21', closed: null, note: null, windows: [times] }] },
  }));
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Pick it up instead' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Have it picked up' }));
  expect(dialog.getByText(/It costs the customer nothing\./)).toBeTruthy();
  const cause = dialog.getByRole('combobox', { name: 'Who caused the change' });
  expect(within(cause).queryByRole('option', { name: 'The customer asked us to' })).toBeNull();
  await userEvent.selectOptions(cause, 'No work at that gate: the guard or the place');
  await userEvent.click(await dialog.findByRole('radio', { name: /^11.am and 1.pm/ }));
  await userEvent.click(dialog.getByRole('button', { name: /^Pick it up on Sat 21.Nov, 11.am – 1.pm$/ }));
  await screen.findByText(/Booking 4f9c21ab is a pickup now: Sat 21.Nov, 11.am – 1.pm/);
  expect(shop.backend.callsOf('POST /rest/v1/rpc/list_slots')[0]?.body).toMatchObject({ mode: 'pickup' });
  expect(shop.backend.callsOf('POST /rest/v1/rpc/reschedule_booking')[0]?.body).toEqual({
    booking: today.id,
    date: '2026-11-21',
    start: '11:00',
    mode: 'pickup',
    expected_fee: 0,
    cause: 'shop',
  });
});

test('says when the work cannot be done with pickup', async () => {
  const message = 'Used-Bike Inspection is not done with pickup. Choose another place.';
  shop.backend.answer('POST /rest/v1/rpc/list_slots', () =>
    rejected(422, 'items_refused', {
      refusals: [{ item_id: 'x', code: 'mode_not_offered', data: { name: 'Used-Bike Inspection', mode: 'pickup' } }],
    }),
  );
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Pick it up instead' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Have it picked up' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(message);
});

test('only a doorstep visit can become a pickup', async () => {
  shop.bookings = [{ ...today, mode: 'workshop' }];
  const sheet = await openSheet();
  expect(sheet.getByRole('button', { name: 'Move' })).toBeTruthy();
  expect(sheet.queryByRole('button', { name: 'Pick it up instead' })).toBeNull();
});

test('a bike is promised for a time, from the sheet and from the menu of its card', async () => {
  shop.bookings = [{ ...today, status: 'in_service', mechanic: 'Sagar Pawar' }];
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Promise a time' }));
  const day = sheet.getByLabelText<HTMLInputElement>('Ready on');
  expect(document.activeElement).toBe(day);
  expect(day.value).toBe('2026-11-21');
  shop.backend.answer('POST /rest/v1/rpc/promise_ready', rejected(422, 'promise_past'));
  fireEvent.change(sheet.getByLabelText('By what time (optional)'), { target: { value: '18:00' } });
  await userEvent.click(sheet.getByRole('button', { name: 'Promise it' }));
  expect((await sheet.findByRole('alert')).textContent).toMatch(/^Promise a time that is still to come/);
  shop.backend.answer('POST /rest/v1/rpc/promise_ready', { body: {} });
  await userEvent.click(sheet.getByRole('button', { name: 'Promise it' }));
  await screen.findByText(/^Booking 4f9c21ab is promised for Sat 21.Nov by 6.pm$/);
  expect(shop.backend.callsOf('POST /rest/v1/rpc/promise_ready').at(-1)?.body).toEqual({
    ...{ booking: today.id, day: '2026-11-21', clock: '18:00' },
  });
});

test('the sheet shows the promised time, which can be changed until the bike is ready', async () => {
  shop.bookings = [{ ...today, status: 'in_service', ready_time: '18:00:00' }];
  const sheet = await openSheet();
  expect(sheet.getByText(/^Promised for Sat 21.Nov by 6.pm\.$/)).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Promise another time' }));
  expect(sheet.getByLabelText<HTMLInputElement>('By what time (optional)').value).toBe('18:00');
  shop.bookings = [{ ...today, status: 'ready', ready_time: '18:00:00' }];
  cleanup();
  expect((await openSheet()).queryByRole('button', { name: /^Promise/ })).toBeNull();
});
