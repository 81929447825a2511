import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildPayment } from '@twostroke/shared/testing/build-payment';
import { rejected, type FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { hidePage } from '../testing/hide-page.ts';
import { open, openSheet, shop } from '../testing/open-admin.tsx';
import { today, tomorrow } from '../testing/shop-bookings.ts';

test('the sheet shows the booking named in the address with all its details', async () => {
  const sheet = await openSheet();
  expect(sheet.getByRole('link', { name: /^90000.00012$/ }).getAttribute('href')).toBe('tel:+919000000012');
  expect(sheet.getByText(/12 Rose Villa, NIBM Road, Opposite the bakery, Kondhwa, 411048/)).toBeTruthy();
  expect(sheet.getByText('Front brake squeaks.')).toBeTruthy();
  expect(
    sheet.getByRole('heading', { name: /^Royal Enfield Classic 350, 2021 model, 1.h 45.min, 12,450.km$/ }),
  ).toBeTruthy();
  expect(sheet.getByText('Extra work up to ₹500 without asking')).toBeTruthy();
  expect(sheet.getByText('Confirmed by the customer')).toBeTruthy();
});

test('a bike without a plate is identified by its chassis number', async () => {
  shop.bookings = [{ ...today, vehicle_number: null, chassis_last5: 'AB1Z9' }];
  const sheet = await openSheet();
  expect(sheet.getByText('Plate not issued yet, chassis ends in AB1Z9')).toBeTruthy();
});

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
  await userEvent.type(sheet.getByLabelText('Why points were left out'), 'The chain is new');
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

test("picking up a bike needs the customer's code; a wrong code shows the remaining attempts", async () => {
  const sentence = 'This is not the code of this booking. 4 tries are left.';
  let answer: FakeAnswer = rejected(422, 'wrong_code', { tries_left: 4 });
  shop.bookings = [{ ...today, mode: 'pickup', status: 'assigned' }];
  shop.backend.answer('POST /rest/v1/rpc/set_booking_status', () => answer);
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Picked up' }));
  const code = sheet.getByLabelText('Handover code');
  expect(document.activeElement).toBe(code);
  expect(code.getAttribute('inputmode')).toBe('numeric');
  await userEvent.type(code, '12');
  await userEvent.click(sheet.getByRole('button', { name: 'Picked up' }));
  expect(sheet.getByText('Enter the 4 figures of the code')).toBeTruthy();
  await userEvent.type(code, '34');
  await userEvent.click(sheet.getByRole('button', { name: 'Picked up' }));
  expect((await sheet.findByRole('alert')).textContent).toBe(sentence);
  answer = { body: { status: 'picked_up' } };
  await userEvent.clear(code);
  await userEvent.type(code, '4821');
  await userEvent.click(sheet.getByRole('button', { name: 'Picked up' }));
  await screen.findByText('Booking 4f9c21ab: Picked up');
  expect(shop.backend.callsOf('POST /rest/v1/rpc/set_booking_status').map(({ body }) => body)).toMatchObject([
    { handover_code: '1234' },
    { handover_code: '4821' },
  ]);
});

test('without the code a note is required', async () => {
  shop.bookings = [{ ...today, status: 'ready' }];
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  await userEvent.click(sheet.getByRole('button', { name: 'No code?' }));
  const why = sheet.getByLabelText('Why without the code');
  expect(document.activeElement).toBe(why);
  expect(sheet.queryByLabelText('Handover code')).toBeNull();
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  expect(sheet.getByText('Say why it goes without the code')).toBeTruthy();
  await userEvent.type(why, 'Her phone is dead');
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  await screen.findByText('Booking 4f9c21ab is done, ₹1,699');
  expect(shop.backend.callsOf('POST /rest/v1/rpc/set_booking_status')[0]?.body).toEqual({
    booking: today.id,
    to_status: 'completed',
    final_price: 1699,
    without_code: 'Her phone is dead',
  });
});

test('completing suggests the estimate as the bill', async () => {
  shop.bookings = [{ ...today, status: 'ready' }];
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  expect(sheet.getByLabelText<HTMLInputElement>('Bill in rupees').value).toBe('1699');
  await userEvent.type(sheet.getByLabelText('Handover code'), '4821');
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  await screen.findByText('Booking 4f9c21ab is done, ₹1,699');
  expect(shop.backend.callsOf('POST /rest/v1/rpc/set_booking_status')[0]?.body).toEqual({
    booking: today.id,
    to_status: 'completed',
    final_price: 1699,
    handover_code: '4821',
  });
});

test('a bill is at most what was agreed, and the form says so', async () => {
  const line = { id: 'pads', name: 'Brake pads', reason: 'Worn', price: 600, minutes: 30, decided_by: 'customer' };
  const extra_work = [
    { ...line, status: 'approved' },
    { ...line, id: 'mirror', name: 'New mirror', status: 'declined' },
  ];
  shop.bookings = [{ ...today, status: 'ready', extra_work }];
  // Not the sum of the lines: the database decides.
  shop.payment = buildPayment({ agreed: 2199 });
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  expect(
    sheet.getByText('GST included. At most ₹2,199, as agreed: the estimate of ₹1,699 and ₹500 of extra work.'),
  ).toBeTruthy();
  await userEvent.type(sheet.getByLabelText('Handover code'), '4821');
  const bill = sheet.getByLabelText('Bill in rupees');
  fireEvent.change(bill, { target: { value: '2200' } });
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  expect(sheet.getByText(/^The customer has agreed to ₹2,199\. Bill that or less: more work is proposed/)).toBeTruthy();
  expect(document.activeElement).toBe(bill);
  fireEvent.change(bill, { target: { value: '2000' } });
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  await screen.findByText('Booking 4f9c21ab is done, ₹2,000');
  expect(shop.backend.callsOf('POST /rest/v1/rpc/set_booking_status').map(({ body }) => body)).toMatchObject([
    { final_price: 2000 },
  ]);
});

test('a bill that the database rejects as too high shows its sentence', async () => {
  shop.bookings = [{ ...today, status: 'ready' }];
  shop.backend.answer('POST /rest/v1/rpc/set_booking_status', () => rejected(409, 'not_agreed', { agreed: 1500 }));
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  await userEvent.type(sheet.getByLabelText('Handover code'), '4821');
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  expect((await sheet.findByRole('alert')).textContent).toMatch(
    /^The customer has agreed to ₹1,500\. Bill that or less: /,
  );
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

test('extra work is proposed with its reason and price, and an answer by phone is recorded', async () => {
  const line = { id: 'pads', name: 'Brake pads', reason: 'Worn', price: 600, minutes: 30, status: 'proposed' };
  shop.bookings = [{ ...today, status: 'inspecting' }];
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Propose extra work' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Propose it' }));
  expect(sheet.getByText('Name the work in 2 to 80 characters')).toBeTruthy();
  fireEvent.change(sheet.getByLabelText('Work'), { target: { value: 'Brake pads' } });
  fireEvent.change(sheet.getByLabelText('Why, for the customer'), { target: { value: 'Worn' } });
  fireEvent.change(sheet.getByLabelText(/^Price/), { target: { value: '600' } });
  shop.bookings = [{ ...today, status: 'awaiting_approval', extra_work: [{ ...line, decided_by: null }] }];
  await userEvent.click(sheet.getByRole('button', { name: 'Propose it' }));
  expect(await screen.findByText('Brake pads is proposed for ₹600')).toBeTruthy();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/propose_extra_work')[0]?.body).toEqual({
    booking: today.id,
    items: [{ name: 'Brake pads', reason: 'Worn', price: 600, minutes: 30, urgency: 'due_now' }],
  });
  await userEvent.click(await sheet.findByRole('button', { name: 'Yes, do it: Brake pads for ₹600' }));
  await waitFor(() => expect(shop.backend.callsOf('POST /rest/v1/rpc/answer_extra_work')).toHaveLength(1));
  expect(shop.backend.callsOf('POST /rest/v1/rpc/answer_extra_work')[0]?.body).toEqual({
    line: 'pads',
    answer: 'yes',
    note: 'Said yes on the phone',
  });
});

test.each([
  ['Yes, do it: Brake pads for ₹600', 'yes', 'Approved: Brake pads'],
  ['No, leave it: Brake pads', 'no', 'Declined: Brake pads'],
  ['Later: Brake pads', 'later', 'Later: Brake pads'],
  ['Called, no answer: Brake pads', 'none', 'No answer: Brake pads'],
])('the answer “%s” by phone is noted as %s, for the price that was said', async (name, answer, words) => {
  const line = { id: 'pads', name: 'Brake pads', reason: 'Worn', price: 600, minutes: 30, price_version: 2 };
  shop.bookings = [
    {
      ...{ ...today, status: 'awaiting_approval' },
      extra_work: [{ ...line, status: 'proposed', decided_by: null, proposed_at: '2026-11-21T06:34:00Z' }],
    },
  ];
  const sheet = await openSheet();
  expect(sheet.getByText(/^Sent .*12:04.pm, not seen yet$/)).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name }));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/answer_extra_work').map(({ body }) => body)).toEqual([
    {
      ...{ line: 'pads', answer, price_version: 2 },
      note: answer === 'none' ? 'Called, no answer' : `Said ${answer} on the phone`,
    },
  ]);
});

test('an answer that was given is changed by phone until its work begins', async () => {
  const line = { id: 'pads', name: 'Brake pads', reason: 'Worn', price: 600, minutes: 30, price_version: 2 };
  const said = { ...line, status: 'declined', decided_by: 'customer', decided_at: '2026-11-21T06:35:00Z' };
  const begun = { ...said, id: 'bulb', name: 'Bulb', status: 'approved', locked_at: '2026-11-21T07:00:00Z' };
  shop.bookings = [{ ...today, status: 'in_service', extra_work: [{ ...said, locked_at: null }, begun] }];
  const sheet = await openSheet();
  expect(sheet.getByText(/^The customer said no /)).toBeTruthy();
  expect(sheet.getByText(/^The customer said yes .* The work on it began /)).toBeTruthy();
  expect(sheet.queryByRole('button', { name: 'Change the answer: Bulb' })).toBeNull();
  await userEvent.click(sheet.getByRole('button', { name: 'Change the answer: Brake pads' }));
  expect(sheet.queryByRole('button', { name: 'Called, no answer: Brake pads' })).toBeNull();
  await userEvent.click(sheet.getByRole('button', { name: 'Yes, do it: Brake pads for ₹600' }));
  expect(await screen.findByText('Approved: Brake pads')).toBeTruthy();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/answer_extra_work')[0]?.body).toEqual({
    ...{ line: 'pads', answer: 'yes', price_version: 2 },
    note: 'Said yes on the phone',
  });
});

test('the price of a line that waits for its answer is corrected', async () => {
  const line = { id: 'pads', name: 'Brake pads', reason: 'Worn', price: 600, minutes: 30, status: 'proposed' };
  shop.bookings = [{ ...today, status: 'awaiting_approval', extra_work: [{ ...line, decided_by: null }] }];
  shop.backend.answer('POST /rest/v1/rpc/reprice_extra_work', { body: { status: 'awaiting_approval' } });
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Correct the price: Brake pads' }));
  const price = sheet.getByLabelText<HTMLInputElement>('Price of Brake pads in rupees');
  expect(price.value).toBe('600');
  fireEvent.change(price, { target: { value: '550' } });
  await userEvent.click(sheet.getByRole('button', { name: 'Correct the price' }));
  expect(await screen.findByText('Brake pads costs ₹550 now')).toBeTruthy();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/reprice_extra_work')[0]?.body).toEqual({ line: 'pads', price: 550 });
});

const message = {
  id: 7,
  kind: 'confirmation',
  channel: 'sms',
  status: 'sent',
  due_at: '2026-11-20T05:00:00+00:00',
  sent_at: '2026-11-20T05:02:00+00:00',
  last_error: null,
};

const failed = { ...message, id: 8, channel: 'mail', status: 'failed', sent_at: null, last_error: 'No such mailbox' };

test('shows the messages of a booking with their state, and resends a failed one', async () => {
  const toCome = {
    ...message,
    id: 9,
    kind: 'reminder_2h',
    status: 'waiting',
    due_at: '2026-11-21T03:30:00+00:00',
    sent_at: null,
  };
  const tried = { ...failed, id: 10, status: 'waiting', last_error: 'No answer' };
  const dropped = { ...message, id: 11, kind: 'change', status: 'dropped', sent_at: null };
  shop.bookings = [{ ...today, message_outbox: [toCome, message, failed, tried, dropped] }];
  const sheet = await openSheet();
  expect(sheet.getByText('SMS sent: confirmation').parentElement?.textContent).toMatch(/Fri 20.Nov, 10:32.am/);
  expect(sheet.getByText('SMS to come: reminder 2 hours before')).toBeTruthy();
  expect(sheet.getByText('Mail is tried again: confirmation. No answer')).toBeTruthy();
  expect(sheet.getByText(/Mail failed: confirmation. No such mailbox/)).toBeTruthy();
  expect(sheet.queryByText(/new time/)).toBeNull();
  shop.bookings = [{ ...today, message_outbox: [{ ...failed, status: 'waiting', last_error: null }] }];
  await userEvent.click(sheet.getByRole('button', { name: 'Send again: Mail, confirmation' }));
  expect(await sheet.findByText('Mail to come: confirmation')).toBeTruthy();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/retry_message')[0]?.body).toEqual({ message: 8 });
  expect(sheet.queryByRole('button', { name: /Send again/ })).toBeNull();
});

test('does not resend a message that is no longer true, and says why', async () => {
  shop.bookings = [{ ...today, message_outbox: [failed] }];
  const sentence = 'The booking has changed since: this message would no longer be true.';
  shop.backend.answer('POST /rest/v1/rpc/retry_message', rejected(409, 'not_current'));
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Send again: Mail, confirmation' }));
  expect((await sheet.findByRole('alert')).textContent).toBe(sentence);
  expect(sheet.getByRole('button', { name: 'Send again: Mail, confirmation' })).toBeTruthy();
});
