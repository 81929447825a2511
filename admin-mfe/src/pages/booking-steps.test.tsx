import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildPayment } from '@twostroke/shared/testing/build-payment';
import { rejected } from '@twostroke/shared/testing/fake-backend';
import { fill } from '@twostroke/shared/testing/fill';
import { hidePage } from '../testing/hide-page.ts';
import { open, openSheet, shop } from '../testing/open-admin.tsx';
import { today, tomorrow } from '../testing/shop-bookings.ts';

test('a step that asks for nothing is made by one press, and undone from its toast', async () => {
  shop.bookings = [{ ...today, status: 'assigned', mechanic: 'Sagar Pawar' }];
  const sheet = await openSheet();
  expect(sheet.getByRole('button', { name: 'No-show' })).toBeTruthy();
  expect(sheet.queryByRole('button', { name: 'Complete' })).toBeNull();
  await userEvent.click(sheet.getByRole('button', { name: 'On the way' }));
  expect(await screen.findByText('Booking 4f9c21ab: On the way')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Booking 4f9c21ab: Mechanic assigned again')).toBeTruthy();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/set_booking_status').map(({ body }) => body)).toEqual([
    { booking: today.id, to_status: 'on_the_way' },
    {
      booking: today.id,
      to_status: 'assigned',
      mechanic: 'Sagar Pawar',
      note: 'Undone: it was pressed by mistake',
      undo: true,
    },
  ]);
});

test('finished work that was reported by mistake is taken back as an undo, not as a failed check', async () => {
  shop.bookings = [{ ...today, status: 'in_service' }];
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Work done, check it' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Booking 4f9c21ab: In service again')).toBeTruthy();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/set_booking_status').at(-1)?.body).toMatchObject({
    to_status: 'in_service',
    undo: true,
  });
});

test('an inspection that was begun by mistake is taken back to where the bike was', async () => {
  shop.bookings = [{ ...today, status: 'on_the_way' }];
  shop.details = { check_in: { odometer_km: 12450, accessories: [], checked_in_at: '2026-11-21T11:05:00+05:30' } };
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Inspect' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Booking 4f9c21ab: On the way again')).toBeTruthy();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/set_booking_status').at(-1)?.body).toMatchObject({
    to_status: 'on_the_way',
    undo: true,
  });
});

test('the way back to before the inspection has no button of its own', async () => {
  shop.bookings = [{ ...today, status: 'inspecting' }];
  const sheet = await openSheet();
  expect(sheet.getByRole('button', { name: 'Start the work' })).toBeTruthy();
  expect(sheet.queryByRole('button', { name: 'On the way' })).toBeNull();
});

test('Ready is shown at once, and sent when its Undo has ended', async () => {
  const step = 'POST /rest/v1/rpc/set_booking_status';
  shop.bookings = [{ ...today, status: 'quality_check' }];
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Ready' }));
  expect(await screen.findByText('The customer has no message yet.')).toBeTruthy();
  expect(sheet.getByRole('button', { name: 'Complete' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Booking 4f9c21ab: Quality check again')).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Ready' }));
  expect(await sheet.findByRole('button', { name: 'Complete' })).toBeTruthy();
  expect(shop.backend.callsOf(step)).toEqual([]);
  hidePage();
  await waitFor(() =>
    expect(shop.backend.callsOf(step).map(({ body }) => body)).toEqual([{ booking: today.id, to_status: 'ready' }]),
  );
});

test('what comes after Ready sends it first', async () => {
  const step = 'POST /rest/v1/rpc/set_booking_status';
  shop.bookings = [{ ...today, status: 'quality_check' }];
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Ready' }));
  await userEvent.click(await sheet.findByRole('button', { name: 'Complete' }));
  await userEvent.type(sheet.getByLabelText('Handover code'), '4711');
  shop.backend.answer(step, ({ body }) => {
    const { to_status: status } = body as { to_status: string };
    shop.bookings = [{ ...today, status }];
    return { body: { status } };
  });
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  await waitFor(() => expect(shop.backend.callsOf(step)).toHaveLength(2));
  expect(shop.backend.callsOf(step)).toMatchObject([
    { body: { to_status: 'ready' } },
    { body: { to_status: 'completed' } },
  ]);
});

test('a step without a way back offers no Undo, and a rejected one says why at its button', async () => {
  shop.bookings = [{ ...today, status: 'inspecting' }];
  shop.backend.answer('POST /rest/v1/rpc/set_booking_status', rejected(409, 'not_allowed'));
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Start the work' }));
  expect((await sheet.findByRole('alert')).textContent).toMatch(/\w/);
  shop.backend.answer('POST /rest/v1/rpc/set_booking_status', { body: { status: 'in_service' } });
  await userEvent.click(sheet.getByRole('button', { name: 'Start the work' }));
  expect(await screen.findByText('Booking 4f9c21ab: In service')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(sheet.queryByRole('alert')).toBeNull();
});

test('a bike that is not checked in yet goes to its check-in, which begins the inspection', async () => {
  shop.bookings = [{ ...today, status: 'on_the_way' }];
  const sheet = await openSheet();
  expect(sheet.getByRole('link', { name: 'Check in' }).getAttribute('href')).toBe(`/admin?view=floor&job=${today.id}`);
  expect(sheet.queryByRole('button', { name: 'Inspect' })).toBeNull();
});

test('a bike whose points were not all checked is ready with the reason', async () => {
  shop.bookings = [{ ...today, status: 'quality_check' }];
  shop.inspection = [{ state: 'ok' }, { state: 'not_checked' }];
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Ready' }));
  expect(sheet.getByText('1 point of the inspection is not checked.')).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Ready' }));
  expect(sheet.getByText('Say why in 3 characters or more')).toBeTruthy();
  await fill(sheet.getByLabelText('Why points were left out'), 'The chain is new');
  await userEvent.click(sheet.getByRole('button', { name: 'Ready' }));
  expect(await screen.findByText('Booking 4f9c21ab: Ready')).toBeTruthy();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/set_booking_status').map(({ body }) => body)).toEqual([
    { booking: today.id, to_status: 'ready', note: 'The chain is new' },
  ]);
});

test('ready asks for the oil that is not written down yet', async () => {
  shop.bookings = [{ ...today, status: 'quality_check' }];
  shop.missingOil = { litres: 2.2, grade: '15W-50 MA2' };
  shop.backend.answer('POST /rest/v1/rpc/mark_job', { body: { outcome: 'applied' } });
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Ready' }));
  expect(sheet.getByLabelText<HTMLInputElement>('Litres').value).toBe('2.2');
  await userEvent.type(sheet.getByLabelText('Brand of the oil'), 'Motul');
  await userEvent.click(sheet.getByRole('button', { name: 'Ready' }));
  expect(await screen.findByText('Booking 4f9c21ab: Ready')).toBeTruthy();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/mark_job')[0]?.body).toMatchObject({
    booking: today.id,
    mark: { kind: 'part', part: { kind: 'oil', make: 'Motul', grade: '15W-50 MA2', quantity: 2.2, unit: 'litre' } },
  });
});

test('oil that is saved before ready is refused is asked for no more, and never added twice', async () => {
  shop.bookings = [{ ...today, status: 'quality_check' }];
  shop.missingOil = { litres: 2.2, grade: '15W-50 MA2' };
  const marks = () =>
    shop.backend.callsOf('POST /rest/v1/rpc/mark_job').map(({ body }) => body as { mark: { id: string } });
  shop.backend.answer('POST /rest/v1/rpc/mark_job', { status: 503, body: {} });
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Ready' }));
  await userEvent.type(sheet.getByLabelText('Brand of the oil'), 'Motul');
  await userEvent.click(sheet.getByRole('button', { name: 'Ready' }));
  await sheet.findByRole('alert');
  shop.backend.answer('POST /rest/v1/rpc/mark_job', { body: { outcome: 'repeated' } });
  shop.backend.answer('POST /rest/v1/rpc/set_booking_status', rejected(409, 'not_ticked', { left: 2 }));
  await userEvent.type(sheet.getByLabelText('Brand of the oil'), '{Enter}');
  expect(await sheet.findByText('The oil is written down.')).toBeTruthy();
  expect(sheet.getByRole('alert').textContent).toMatch(/2 lines/);
  expect(sheet.queryByLabelText('Brand of the oil')).toBeNull();
  expect(document.activeElement).toBe(sheet.getByRole('alert'));
  await userEvent.click(sheet.getByRole('button', { name: 'Ready' }));
  await waitFor(() => expect(shop.backend.callsOf('POST /rest/v1/rpc/set_booking_status')).toHaveLength(2));
  const ids = marks().map(({ mark }) => mark.id);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
});

test('a step that costs the customer money asks first', async () => {
  shop.bookings = [{ ...today, status: 'assigned' }];
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'No-show' }));
  expect(sheet.getByText(/It costs the customer ₹200/)).toBeTruthy();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/set_booking_status')).toEqual([]);
});

test('a mechanic of the day is assigned by one press', async () => {
  shop.bookings = [today, { ...tomorrow, status: 'assigned', mechanic: 'Imran Shaikh' }];
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm and assign' }));
  await userEvent.click(
    within(sheet.getByRole('group', { name: 'People on duty' })).getByRole('button', { name: 'Imran Shaikh' }),
  );
  expect(await screen.findByText('Booking 4f9c21ab is assigned to Imran Shaikh')).toBeTruthy();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/set_booking_status')[0]?.body).toEqual({
    booking: today.id,
    to_status: 'assigned',
    mechanic: 'Imran Shaikh',
  });
});

test('an address that asks to assign shows the question at once, until the booking is assigned or closed', async () => {
  const { router } = open(`/admin?booking=${today.id}&do=assign`);
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.change(await sheet.findByLabelText('Mechanic'), { target: { value: 'Sagar Pawar' } });
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm and assign' }));
  await screen.findByText('Booking 4f9c21ab is assigned to Sagar Pawar');
  await waitFor(() => expect(sheet.queryByLabelText('Mechanic')).toBeNull());
  await userEvent.click(sheet.getByRole('button', { name: 'Close the booking' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('confirming asks for the mechanic and shows a rejection by the database', async () => {
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm and assign' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm and assign' }));
  expect(sheet.getByText('Enter the mechanic’s name')).toBeTruthy();
  expect(document.activeElement).toBe(sheet.getByLabelText('Mechanic'));
  fireEvent.change(sheet.getByLabelText('Mechanic'), { target: { value: 'Sagar Pawar' } });
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm and assign' }));
  expect(await screen.findByText('Booking 4f9c21ab is assigned to Sagar Pawar')).toBeTruthy();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/set_booking_status')[0]?.body).toEqual({
    booking: today.id,
    to_status: 'assigned',
    mechanic: 'Sagar Pawar',
  });
});

test('a no-show shows when it can be recorded and what it costs, and its fee can be changed', async () => {
  shop.bookings = [{ ...today, status: 'assigned' }];
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'No-show' }));
  expect(
    sheet.getByText(/^From .*11:15.*, 15 minutes after the booked time\. It costs the customer ₹200,/),
  ).toBeTruthy();
  shop.bookings = [{ ...today, status: 'no_show' }];
  await userEvent.click(sheet.getByRole('button', { name: 'No-show' }));
  expect(await sheet.findByRole('button', { name: 'Change the fee' })).toBeTruthy();
});

test('the terms of a no-show and of the credit come from the database', async () => {
  shop.rules = { visit_fee: 250, no_show_minutes: 40, late_minutes: 30, late_credit: 150 };
  shop.bookings = [{ ...today, status: 'assigned' }];
  shop.payment = buildPayment({ late_credit: true });
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'No-show' }));
  const words =
    /11:40.*, 40 minutes after the booked time\. It costs the customer ₹250, .* missed the window by 30 minutes\.$/;
  expect(sheet.getByText(words)).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Back' }));
  await userEvent.click(sheet.getByRole('button', { name: 'We were late' }));
  expect(sheet.getByText('The customer gets ₹150 credit, off this bill or off the next one.')).toBeTruthy();
  expect(sheet.getByRole('button', { name: 'Give ₹150 credit' })).toBeTruthy();
});

test('a fee can be changed until the invoice exists', async () => {
  shop.bookings = [{ ...today, status: 'ready', fee: 100 }];
  let sheet = await openSheet();
  expect(sheet.getByRole('button', { name: 'Change the fee' })).toBeTruthy();
  cleanup();
  shop.bookings = [{ ...today, status: 'completed', fee: 100 }];
  sheet = await openSheet();
  expect(sheet.getByRole('link', { name: 'Call' })).toBeTruthy();
  expect(sheet.queryByRole('button', { name: 'Change the fee' })).toBeNull();
});
