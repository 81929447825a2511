import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeBackend, type FakeAnswer, type FakeCall } from '@twostroke/shared/testing/fake-backend';
import { buildPayment, claimedUpi } from '@twostroke/shared/testing/build-payment';
import { fakeRealtime, type FakeRealtime } from '@twostroke/shared/testing/fake-realtime';
import { renderPage } from '@twostroke/shared/testing/render-page';
import * as page from './admin.tsx';

let mockRealtime: FakeRealtime;
jest.mock('@twostroke/shared/data', () => ({
  ...jest.requireActual<object>('@twostroke/shared/data'),
  loadSupabase: () => mockRealtime.loadSupabase(),
}));

const session = {
  status: 'signed-in',
  user: { id: 'admin-1', email: 'a@example.com', phone: null, fullName: null },
  isAdmin: true,
} as const;

const today = {
  id: '4f9c21ab-1111-4222-8333-444455556666',
  number: '4f9c21ab',
  status: 'confirmed',
  customer_name: 'Asha Kulkarni',
  phone: '+919000000012',
  email: null,
  bike_name: 'Royal Enfield Classic 350',
  vehicle_number: 'MH12ZZ0042',
  mode: 'doorstep',
  booking_date: '2026-11-21',
  booking_time: '11:00:00',
  window_end: '13:00:00',
  ready_date: '2026-11-21',
  minutes: 105,
  address_line: '12 Rose Villa, NIBM Road',
  landmark: 'Opposite the bakery',
  pin: '411048',
  odometer_km: 12450,
  model_year: 2021,
  notes: 'Front brake squeaks.',
  approval_limit: 500,
  estimated_price: 1699,
  final_price: null,
  mechanic: null,
  cancelled_by: null,
  areas: { name: 'Kondhwa' },
  model_id: 'royal-enfield/classic-350',
  coupon_code: null,
  discount: 0,
  gstin: null,
  fee: 0,
  booking_items: [
    { item_id: 'general-service', name: 'General Service', package_type: 'primary', quantity: 1, price: 1699 },
  ],
  booking_events: [
    {
      id: 1,
      at: '2026-11-20T04:42:00+00:00',
      actor: 'customer',
      from_status: null as string | null,
      to_status: 'confirmed',
      note: null as string | null,
      moved_from: null,
      fee: 0,
    },
  ],
  extra_work: [] as object[],
  chassis_last5: null as string | null,
  booking_checklist: [] as object[],
  message_outbox: [] as object[],
};
const transitions = [
  ['confirmed', 'assigned'],
  ['confirmed', 'cancelled'],
  ['assigned', 'on_the_way'],
  ['assigned', 'picked_up'],
  ['assigned', 'no_show'],
  ['inspecting', 'in_service'],
  ['inspecting', 'awaiting_approval'],
  ['ready', 'completed'],
].map(([from_status, to_status = '']) => ({
  from_status,
  to_status,
  modes: { on_the_way: ['doorstep'], picked_up: ['pickup'] }[to_status] ?? null,
}));
const tomorrow = {
  ...today,
  id: '7be0d3f2-1111-4222-8333-444455556666',
  number: '7be0d3f2',
  booking_date: '2026-11-22',
  vehicle_number: 'MH14ZZ0029',
};

let bookings: (typeof today)[];
let payment: object;
let terms: { cancel_fee: number; move_fee: number };
let rain: string | null;
let backend: ReturnType<typeof fakeBackend>;

function answerBookings({ query }: FakeCall): FakeAnswer {
  const date = query.get('booking_date')?.replace('eq.', '');
  const id = query.get('id')?.replace('eq.', '');
  if (id) return { body: bookings.filter((booking) => booking.id === id) };
  if (date?.startsWith('20')) return { body: bookings.filter((booking) => booking.booking_date === date) };
  return { body: bookings };
}

function open(url = '/admin?date=2026-11-21') {
  return renderPage(page, { path: '/admin', url, session });
}

beforeEach(() => {
  mockRealtime = fakeRealtime();
  bookings = [today, tomorrow];
  rain = null;
  payment = buildPayment({ due: 1699 });
  terms = { cancel_fee: 0, move_fee: 0 };
  backend = fakeBackend({
    'GET /rest/v1/service_bookings': answerBookings,
    'POST /rest/v1/rpc/get_booking': () => ({ body: { payment, terms } }),
    'GET /rest/v1/arrival_windows': { body: [{ starts: '11:00:00', ends: '13:00:00' }] },
    'GET /rest/v1/capacities': { body: [{ mode: 'doorstep', weekday: null, window_start: null, places: 3 }] },
    'GET /rest/v1/booking_places': { body: [{ mode: 'doorstep', window_start: '11:00:00' }] },
    'GET /rest/v1/closures': { body: [] },
    'GET /rest/v1/waitlist': { body: [] },
    'GET /rest/v1/weather_days': () => ({ body: rain ? [{ note: rain }] : [] }),
    'POST /rest/v1/rpc/set_weather_mode': ({ body }) => {
      rain = (body as { note?: string }).note ?? null;
      return { body: { told: 1 } };
    },
    'GET /rest/v1/callback_requests': {
      body: [
        {
          id: 'call-1',
          kind: 'unlisted_bike',
          name: 'Ravi',
          phone: '+919822012345',
          bike: 'Jawa 42',
          pin: null,
          message: null,
          created_at: '2026-11-20T04:42:00+00:00',
        },
      ],
    },
    'GET /rest/v1/booking_transitions': { body: transitions },
    'PATCH /rest/v1/callback_requests': { body: [{ id: 'call-1' }] },
    'POST /rest/v1/rpc/set_booking_status': { body: { status: 'assigned' } },
    'POST /rest/v1/rpc/cancel_booking': { body: { status: 'cancelled' } },
    'POST /rest/v1/rpc/propose_extra_work': { body: {} },
    'POST /rest/v1/rpc/retry_message': { body: {} },
    'POST /rest/v1/rpc/answer_extra_work': { body: {} },
    'POST /rest/v1/rpc/set_booking_fee': { body: {} },
    'POST /rest/v1/rpc/reschedule_booking': { body: {} },
    'POST /rest/v1/rpc/list_slots': {
      body: {
        days: [
          {
            date: '2026-11-24',
            closed: null,
            note: null,
            windows: [{ start: '14:00', end: '16:00', free: 1, places: 3, why: null }],
          },
        ],
      },
    },
  });
});

test('the day, what is new and what is coming', async () => {
  open();
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Sat 21\u00a0Nov');
  const gate = screen.getByRole('region', { name: 'At the gate' });
  expect(within(gate).getByText('1 of 3 used')).toBeTruthy();
  expect(within(gate).getByText('MH 12 ZZ 0042')).toBeTruthy();
  const lane = screen.getByRole('region', { name: /New, not assigned/ });
  expect(within(lane).getAllByRole('link')).toHaveLength(2);
  const coming = screen.getByRole('region', { name: 'Coming days' });
  expect(within(coming).getByText('MH 14 ZZ 0029')).toBeTruthy();
  expect(within(coming).queryByText('MH 12 ZZ 0042')).toBeNull();
});

test('a new or changed booking is read at once, and the mark says whether it is live', async () => {
  open();
  await screen.findByText('Not live', { exact: false });
  await waitFor(() => expect(mockRealtime.wanted('admin-day')).toEqual(['INSERT', 'UPDATE']));
  act(() => mockRealtime.join('admin-day'));
  expect(await screen.findByText(/^Live, /)).toBeTruthy();
  bookings = [{ ...today, status: 'completed', final_price: 2447 } as unknown as typeof today, tomorrow];
  act(() => mockRealtime.emit('admin-day', 'UPDATE', {}));
  expect(await screen.findByText('₹2,447')).toBeTruthy();
});

test('the booking of the address stands in the sheet with everything known of it', async () => {
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = await screen.findByRole('dialog', { name: 'Booking 4f9c21ab' });
  expect(
    within(sheet)
      .getByRole('link', { name: /^90000.00012$/ })
      .getAttribute('href'),
  ).toBe('tel:+919000000012');
  expect(within(sheet).getByText(/12 Rose Villa, NIBM Road, Opposite the bakery, Kondhwa, 411048/)).toBeTruthy();
  expect(within(sheet).getByText('Front brake squeaks.')).toBeTruthy();
  expect(
    within(sheet).getByRole('heading', { name: /^Royal Enfield Classic 350, 2021 model, 1.h 45.min, 12,450.km$/ }),
  ).toBeTruthy();
  expect(within(sheet).getByText('Extra work up to ₹500 without asking')).toBeTruthy();
  expect(within(sheet).getByText('Confirmed by the customer')).toBeTruthy();
});

test('confirming asks for the mechanic, and the refusal of the database is shown', async () => {
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = await screen.findByRole('dialog');
  await userEvent.click(within(sheet).getByRole('button', { name: 'Confirm and assign' }));
  await userEvent.click(within(sheet).getByRole('button', { name: 'Confirm and assign' }));
  expect(within(sheet).getByText('Enter the mechanic’s name')).toBeTruthy();
  expect(document.activeElement).toBe(within(sheet).getByLabelText('Mechanic'));
  fireEvent.change(within(sheet).getByLabelText('Mechanic'), { target: { value: 'Sagar Pawar' } });
  await userEvent.click(within(sheet).getByRole('button', { name: 'Confirm and assign' }));
  expect(await within(sheet).findByText('Booking 4f9c21ab is assigned to Sagar Pawar.')).toBeTruthy();
  expect(backend.callsOf('POST /rest/v1/rpc/set_booking_status')[0]?.body).toEqual({
    booking: today.id,
    to_status: 'assigned',
    mechanic: 'Sagar Pawar',
  });
});

test('completing proposes the estimate as the bill', async () => {
  bookings = [{ ...today, status: 'ready' }];
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = await screen.findByRole('dialog');
  await userEvent.click(within(sheet).getByRole('button', { name: 'Complete' }));
  expect(within(sheet).getByLabelText<HTMLInputElement>('Bill in rupees').value).toBe('1699');
  await userEvent.type(within(sheet).getByLabelText('Handover code'), '4821');
  await userEvent.click(within(sheet).getByRole('button', { name: 'Complete' }));
  await within(sheet).findByText('Booking 4f9c21ab is done, ₹1,699.');
  expect(backend.callsOf('POST /rest/v1/rpc/set_booking_status')[0]?.body).toEqual({
    booking: today.id,
    to_status: 'completed',
    final_price: 1699,
    handover_code: '4821',
  });
});

test('a bill is at most what was agreed, and says so beforehand', async () => {
  const line = { id: 'pads', name: 'Brake pads', reason: 'Worn', price: 600, minutes: 30, decided_by: 'customer' };
  const extra_work = [
    { ...line, status: 'approved' },
    { ...line, id: 'mirror', name: 'New mirror', status: 'declined' },
  ];
  bookings = [{ ...today, status: 'ready', extra_work }];
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = within(await screen.findByRole('dialog'));
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  expect(
    sheet.getByText('GST included. At most ₹2,299, as agreed: the estimate of ₹1,699 and ₹600 of extra work.'),
  ).toBeTruthy();
  await userEvent.type(sheet.getByLabelText('Handover code'), '4821');
  const bill = sheet.getByLabelText('Bill in rupees');
  fireEvent.change(bill, { target: { value: '2300' } });
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  expect(sheet.getByText(/^The customer has agreed to ₹2,299\. Bill that or less: more work is proposed/)).toBeTruthy();
  expect(document.activeElement).toBe(bill);
  fireEvent.change(bill, { target: { value: '2000' } });
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  await sheet.findByText('Booking 4f9c21ab is done, ₹2,000.');
  expect(backend.callsOf('POST /rest/v1/rpc/set_booking_status').map(({ body }) => body)).toMatchObject([
    { final_price: 2000 },
  ]);
});

test('a bill the database finds too high shows its sentence', async () => {
  const sentence = 'The customer has agreed to ₹1,500. Bill that or less.';
  bookings = [{ ...today, status: 'ready' }];
  backend.answer('POST /rest/v1/rpc/set_booking_status', () => ({
    status: 409,
    body: { code: 'PT409', message: sentence, hint: 'not_agreed', details: '{"agreed": 1500}' },
  }));
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = within(await screen.findByRole('dialog'));
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  await userEvent.type(sheet.getByLabelText('Handover code'), '4821');
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  expect((await sheet.findByRole('alert')).textContent).toBe(sentence);
});

test('a bike is fetched with the code the customer says, and a wrong one says how many tries are left', async () => {
  const sentence = 'This is not the code of this booking. 4 tries are left.';
  let answer: FakeAnswer = {
    status: 422,
    body: { code: 'PT422', message: sentence, hint: 'handover_code', details: '{"tries_left": 4}' },
  };
  bookings = [{ ...today, mode: 'pickup', status: 'assigned' }];
  backend.answer('POST /rest/v1/rpc/set_booking_status', () => answer);
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = within(await screen.findByRole('dialog'));
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
  await sheet.findByText('Booking 4f9c21ab: Picked up.');
  expect(backend.callsOf('POST /rest/v1/rpc/set_booking_status').map(({ body }) => body)).toMatchObject([
    { handover_code: '1234' },
    { handover_code: '4821' },
  ]);
});

test('without the code it goes with a note', async () => {
  bookings = [{ ...today, status: 'ready' }];
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = within(await screen.findByRole('dialog'));
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  await userEvent.click(sheet.getByRole('button', { name: 'No code?' }));
  const why = sheet.getByLabelText('Why without the code');
  expect(document.activeElement).toBe(why);
  expect(sheet.queryByLabelText('Handover code')).toBeNull();
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  expect(sheet.getByText('Say why it goes without the code')).toBeTruthy();
  await userEvent.type(why, 'Her phone is dead');
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  await sheet.findByText('Booking 4f9c21ab is done, ₹1,699.');
  expect(backend.callsOf('POST /rest/v1/rpc/set_booking_status')[0]?.body).toEqual({
    booking: today.id,
    to_status: 'completed',
    final_price: 1699,
    without_code: 'Her phone is dead',
  });
});

test('a bike without a plate is told by its chassis number', async () => {
  bookings = [{ ...today, vehicle_number: null, chassis_last5: 'AB1Z9' } as unknown as typeof today];
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  expect(await screen.findByText('Plate not issued yet, chassis ends in AB1Z9')).toBeTruthy();
});

test('nobody there: from when on it can be said and what it costs, and the fee of it can be changed', async () => {
  bookings = [{ ...today, status: 'assigned' }];
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = within(await screen.findByRole('dialog'));
  await userEvent.click(sheet.getByRole('button', { name: 'Nobody there' }));
  expect(
    sheet.getByText(/^From .*11:15.*, 15 minutes after the booked time\. It costs the customer ₹200,/),
  ).toBeTruthy();
  bookings = [{ ...today, status: 'no_show' }];
  await userEvent.click(sheet.getByRole('button', { name: 'Not met' }));
  expect(await sheet.findByRole('button', { name: 'Change the fee' })).toBeTruthy();
});

test('a change that is refused says why and keeps what was typed', async () => {
  fakeBackend({
    'GET /rest/v1/service_bookings': answerBookings,
    ...Object.fromEntries(
      [
        'arrival_windows',
        'capacities',
        'booking_places',
        'closures',
        'weather_days',
        'waitlist',
        'callback_requests',
      ].map((table) => [`GET /rest/v1/${table}`, { body: [] }]),
    ),
    'GET /rest/v1/booking_transitions': { body: transitions },
    'POST /rest/v1/rpc/get_booking': { body: { payment, terms } },
    'POST /rest/v1/rpc/cancel_booking': {
      status: 409,
      body: {
        code: 'PT409',
        message: 'This booking is completed and cannot become cancelled.',
        hint: 'not_allowed',
        details: '',
      },
    },
  });
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = await screen.findByRole('dialog');
  await userEvent.click(within(sheet).getByRole('button', { name: 'Cancel' }));
  await userEvent.selectOptions(within(sheet).getByLabelText('Whose reason'), 'weather');
  fireEvent.change(within(sheet).getByLabelText('Why, for the customer'), { target: { value: 'Flooded road' } });
  await userEvent.click(within(sheet).getByRole('button', { name: 'Cancel the booking' }));
  const alert = await within(sheet).findByRole('alert');
  expect(alert.textContent).toBe('This booking is completed and cannot become cancelled.');
  expect(within(sheet).getByLabelText<HTMLInputElement>('Why, for the customer').value).toBe('Flooded road');
});

test('a search asks for number, plate and phone at once, without what PostgREST could read as a filter', async () => {
  open('/admin?q=mh%2012%20zz%2C0042)');
  await screen.findByRole('heading', { name: /bookings with/ });
  const search = backend.calls.find(({ query }) => query.get('or')?.includes('ilike'));
  expect(search?.query.get('or')).toBe(
    '(number.ilike.*mh12zz0042*,vehicle_number.ilike.*mh12zz0042*,phone.ilike.*mh12zz0042*)',
  );
});

test('a search goes into the address, with the day that is open', async () => {
  const { router } = open('/admin?date=2026-11-21');
  await userEvent.type(await screen.findByRole('searchbox'), 'zz 0042{Enter}');
  await screen.findByRole('heading', { name: /bookings with/ });
  expect(router.state.location.search).toBe('?date=2026-11-21&q=zz+0042');
});

test('people to call back are ticked off', async () => {
  open();
  const list = await screen.findByRole('region', { name: 'To call back' });
  expect(within(list).getByText('Bike not listed: Jawa 42')).toBeTruthy();
  await userEvent.click(within(list).getByRole('button', { name: /^Called ?: Ravi$/ }));
  await waitFor(() => expect(backend.callsOf('PATCH /rest/v1/callback_requests')).toHaveLength(1));
  expect(backend.callsOf('PATCH /rest/v1/callback_requests')[0]?.body).toHaveProperty('handled_at');
});

test('weather mode is switched on with a sentence for the customers, says who is told, and off again', async () => {
  bookings = [
    { ...today, booking_date: '2090-11-21' },
    { ...today, id: 'ridden-in', booking_date: '2090-11-21', mode: 'workshop' },
    { ...today, id: 'cancelled', booking_date: '2090-11-21', status: 'cancelled' },
  ];
  open('/admin?date=2090-11-21');
  const user = userEvent.setup();
  await user.click(await screen.findByText('Rain or a closed road? Stop gate visits'));
  expect(screen.getByText(/^1 gate visit is booked\. Its customer gets a message once/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Stop gate visits on Tue 21.Nov/ }));
  expect(await screen.findByText('Heavy rain: no work at the gate.')).toBeTruthy();
  expect(screen.getByText(/Gate visits on Tue 21.Nov are stopped\. 1 customer gets a message\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Gate visits on again' }));
  expect(await screen.findByText('Rain or a closed road? Stop gate visits')).toBeTruthy();
  expect(screen.getByText(/are on again\. 1 customer was told that we do not come, and gets no other/)).toBeTruthy();
  expect(backend.callsOf('POST /rest/v1/rpc/set_weather_mode').map(({ body }) => body)).toEqual([
    { day: '2090-11-21', enabled: true, note: 'Heavy rain: no work at the gate' },
    { day: '2090-11-21', enabled: false },
  ]);
});

test('who waits for a window stands there, the first in line first, with who has a place offered', async () => {
  const waiting = { id: 'w1', mode: 'doorstep', booking_time: '11:00:00', bike_name: 'Honda Activa 6G' };
  backend.answer('GET /rest/v1/waitlist', {
    body: [
      { ...waiting, customer_name: 'Ravi Kale', phone: '+919000000077', offer_ends_at: '2026-11-20T04:12:00Z' },
      { ...waiting, id: 'w2', customer_name: 'Meera Joshi', phone: '+919000000078', offer_ends_at: null },
    ],
  });
  open();
  const gate = within(await screen.findByRole('region', { name: 'At the gate' }));
  await userEvent.click(gate.getByText('2 wait for a place'));
  const [first, second] = gate.getAllByRole('listitem');
  expect(first?.textContent).toMatch(/^Ravi Kale, Honda Activa 6G90000.00077 has a place until 9:42.am$/);
  expect(second?.textContent).toMatch(/^Meera Joshi, Honda Activa 6G90000.00078$/);
  const query = backend.callsOf('GET /rest/v1/waitlist')[0]?.query;
  expect([query?.get('booking_date'), query?.get('state')]).toEqual(['eq.2026-11-21', 'in.(waiting,offered)']);
});

test('a day that is over has no weather to switch', async () => {
  open('/admin?date=2020-11-21');
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText(/Stop gate visits/)).toBeNull();
});

test('the buttons are the steps the table allows, and a step takes a note', async () => {
  bookings = [{ ...today, status: 'assigned' }];
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = await screen.findByRole('dialog');
  expect(within(sheet).getByRole('button', { name: 'Nobody there' })).toBeTruthy();
  expect(within(sheet).queryByRole('button', { name: 'Complete' })).toBeNull();
  await userEvent.click(within(sheet).getByRole('button', { name: 'On the way' }));
  await userEvent.type(within(sheet).getByLabelText('Note (optional)'), 'With Imran');
  await userEvent.click(within(sheet).getByRole('button', { name: 'On the way' }));
  expect(await within(sheet).findByText('Booking 4f9c21ab: On the way.')).toBeTruthy();
  expect(backend.callsOf('POST /rest/v1/rpc/set_booking_status')[0]?.body).toEqual({
    booking: today.id,
    to_status: 'on_the_way',
    note: 'With Imran',
  });
});

test('extra work is proposed with its reason and price, and an answer on the phone is written down', async () => {
  const line = { id: 'pads', name: 'Brake pads', reason: 'Worn', price: 600, minutes: 30, status: 'proposed' };
  bookings = [{ ...today, status: 'inspecting' }];
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = within(await screen.findByRole('dialog'));
  await userEvent.click(sheet.getByRole('button', { name: 'Propose extra work' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Propose it' }));
  expect(sheet.getByText('Name the work')).toBeTruthy();
  fireEvent.change(sheet.getByLabelText('Work'), { target: { value: 'Brake pads' } });
  fireEvent.change(sheet.getByLabelText('Why, for the customer'), { target: { value: 'Worn' } });
  fireEvent.change(sheet.getByLabelText('Price in rupees'), { target: { value: '600' } });
  bookings = [{ ...today, status: 'awaiting_approval', extra_work: [{ ...line, decided_by: null }] }];
  await userEvent.click(sheet.getByRole('button', { name: 'Propose it' }));
  expect(await sheet.findByText('Brake pads is proposed for ₹600.')).toBeTruthy();
  expect(backend.callsOf('POST /rest/v1/rpc/propose_extra_work')[0]?.body).toEqual({
    booking: today.id,
    items: [{ name: 'Brake pads', reason: 'Worn', price: 600, minutes: 30 }],
  });
  await userEvent.click(await sheet.findByRole('button', { name: 'Yes, do it: Brake pads for ₹600' }));
  await waitFor(() => expect(backend.callsOf('POST /rest/v1/rpc/answer_extra_work')).toHaveLength(1));
  expect(backend.callsOf('POST /rest/v1/rpc/answer_extra_work')[0]?.body).toEqual({
    line: 'pads',
    approve: true,
    note: 'Said yes on the phone',
  });
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

test('the messages of a booking are shown with what became of them, and a failed one is sent again', async () => {
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
  bookings = [{ ...today, message_outbox: [toCome, message, failed, tried, dropped] }];
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText('SMS sent: confirmation').parentElement?.textContent).toMatch(/Fri 20.Nov, 10:32.am/);
  expect(sheet.getByText('SMS to come: reminder 2 hours before')).toBeTruthy();
  expect(sheet.getByText('Mail is tried again: confirmation. No answer')).toBeTruthy();
  expect(sheet.getByText(/Mail failed: confirmation. No such mailbox/)).toBeTruthy();
  expect(sheet.queryByText(/new time/)).toBeNull();
  bookings = [{ ...today, message_outbox: [{ ...failed, status: 'waiting', last_error: null }] }];
  await userEvent.click(sheet.getByRole('button', { name: 'Send again: Mail, confirmation' }));
  expect(await sheet.findByText('Mail to come: confirmation')).toBeTruthy();
  expect(backend.callsOf('POST /rest/v1/rpc/retry_message')[0]?.body).toEqual({ message: 8 });
  expect(sheet.queryByRole('button', { name: /Send again/ })).toBeNull();
});

test('a message that is no longer true is not sent again, and the shop reads why', async () => {
  bookings = [{ ...today, message_outbox: [failed] }];
  const sentence = 'The booking has changed since: this message would no longer be true.';
  backend.answer('POST /rest/v1/rpc/retry_message', {
    status: 409,
    body: { code: 'PT409', hint: 'not_current', message: sentence, details: null },
  });
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = within(await screen.findByRole('dialog'));
  await userEvent.click(sheet.getByRole('button', { name: 'Send again: Mail, confirmation' }));
  expect((await sheet.findByRole('alert')).textContent).toBe(sentence);
  expect(sheet.getByRole('button', { name: 'Send again: Mail, confirmation' })).toBeTruthy();
});

test('the shop moves a booking, and overrides a fee with the reason', async () => {
  bookings = [{ ...today, fee: 100 }];
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = within(await screen.findByRole('dialog', { name: 'Booking 4f9c21ab' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Move' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Move to another time' }));
  await userEvent.click(await dialog.findByRole('radio', { name: /Tue 24.Nov 2–4.pm/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Move it' }));
  expect(dialog.getByText('Choose whose reason it is: it decides what it costs')).toBeTruthy();
  await userEvent.selectOptions(dialog.getByLabelText('Whose reason'), 'shop');
  await userEvent.click(dialog.getByRole('button', { name: 'Move it' }));
  expect(await sheet.findByText(/Booking 4f9c21ab is moved to Tue 24.Nov, 2–4.pm/)).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Change the fee' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Change the fee' }));
  expect(sheet.getByText('Say why: it stays with the booking')).toBeTruthy();
  fireEvent.change(sheet.getByLabelText('Why'), { target: { value: 'He was ill' } });
  await userEvent.click(sheet.getByRole('button', { name: 'Change the fee' }));
  expect(await sheet.findByText('The fee of booking 4f9c21ab is ₹0.')).toBeTruthy();
  expect(backend.callsOf('POST /rest/v1/rpc/set_booking_fee')[0]?.body).toEqual({
    booking: today.id,
    fee: 0,
    note: 'He was ill',
  });
});

test('a claimed UPI payment is confirmed, or turned down with words for the customer', async () => {
  payment = buildPayment({ status: 'claimed', payments: [claimedUpi] });
  backend.answer('POST /rest/v1/rpc/reject_claim', () => {
    payment = buildPayment({ payments: [{ ...claimedUpi, status: 'failed' }] });
    return { body: {} };
  });
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = within(await screen.findByRole('dialog', { name: `Booking ${today.number}` }));
  expect(sheet.getByText('Payment claimed, verifying')).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'It is not there' }));
  await userEvent.click(sheet.getByRole('button', { name: 'It is not there' }));
  expect(await sheet.findByText('Say what you looked for: the customer reads it')).toBeTruthy();
  await userEvent.type(sheet.getByLabelText('What the customer reads'), 'no such reference');
  await userEvent.click(sheet.getByRole('button', { name: 'It is not there' }));
  await sheet.findByText('The customer is told that ₹2,048 by UPI did not come.');
  expect(backend.callsOf('POST /rest/v1/rpc/reject_claim')[0]?.body).toEqual({
    payment: claimedUpi.id,
    note: 'no such reference',
  });
});

test('a claim that somebody else has settled meanwhile closes its form', async () => {
  payment = buildPayment({ status: 'claimed', payments: [claimedUpi] });
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = within(await screen.findByRole('dialog', { name: `Booking ${today.number}` }));
  await userEvent.click(sheet.getByRole('button', { name: 'The UPI money is there' }));
  expect(sheet.getByRole('button', { name: 'The money is there' })).toBeTruthy();
  payment = buildPayment({ status: 'paid', paid: 2048, due: 0, payments: [{ ...claimedUpi, status: 'captured' }] });
  backend.answer('POST /rest/v1/rpc/confirm_payment', () => ({
    status: 409,
    body: { code: 'PT409', hint: 'not_allowed', message: 'This payment does not wait for anybody.' },
  }));
  await waitFor(() => expect(mockRealtime.wanted('admin-day')).toEqual(['INSERT', 'UPDATE']));
  act(() => mockRealtime.join('admin-day'));
  act(() => mockRealtime.emit('admin-day', 'UPDATE', {}));
  await sheet.findByText('Paid');
  expect(sheet.queryByRole('button', { name: 'The money is there' })).toBeNull();
  expect(sheet.getByRole('button', { name: 'Confirm and assign' })).toBeTruthy();
});

test('cancelling asks whose reason it is: only ours gives a credit', async () => {
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = within(await screen.findByRole('dialog', { name: `Booking ${today.number}` }));
  await userEvent.click(sheet.getByRole('button', { name: 'Cancel' }));
  const cause = sheet.getByLabelText('Whose reason');
  expect(document.activeElement).toBe(cause);
  fireEvent.change(sheet.getByLabelText('Why, for the customer'), { target: { value: 'The mechanic is ill' } });
  await userEvent.click(sheet.getByRole('button', { name: 'Cancel the booking' }));
  expect(sheet.getByText('Choose whose reason it is: it decides what it costs')).toBeTruthy();
  expect(document.activeElement).toBe(cause);
  await userEvent.selectOptions(cause, 'Ours: all money back and ₹100 credit');
  await userEvent.click(sheet.getByRole('button', { name: 'Cancel the booking' }));
  await sheet.findByText('Booking 4f9c21ab is cancelled.');
  expect(backend.callsOf('POST /rest/v1/rpc/cancel_booking')[0]?.body).toEqual({
    booking: today.id,
    cause: 'shop',
    reason: 'The mechanic is ill',
    expected_fee: 0,
  });
});

test('cancelling late for a customer says the fee first, and a fee that has come up is shown and asked for again', async () => {
  const CANCEL = 'POST /rest/v1/rpc/cancel_booking';
  terms.cancel_fee = 100;
  const message = 'This costs ₹200 by now. Please look at it again.';
  const refusal = { status: 409, body: { code: 'PT409', message, hint: 'fee_changed', details: '{"fee": 200}' } };
  const answers: FakeAnswer[] = [refusal, { body: {} }];
  backend.answer(CANCEL, () => answers.shift() ?? { body: {} });
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = within(await screen.findByRole('dialog', { name: `Booking ${today.number}` }));
  await userEvent.click(sheet.getByRole('button', { name: 'Cancel' }));
  expect(
    sheet.getByText('By the clock it costs the customer ₹100 if he asked for it, nothing for any other reason.'),
  ).toBeTruthy();
  const cause = sheet.getByLabelText('Whose reason');
  await userEvent.selectOptions(cause, 'weather');
  expect(sheet.getByText('It costs the customer nothing.')).toBeTruthy();
  expect(sheet.queryByRole('checkbox')).toBeNull();
  await userEvent.selectOptions(cause, 'customer');
  expect(sheet.getByText('It costs the customer ₹100.')).toBeTruthy();
  fireEvent.change(sheet.getByLabelText('Why, for the customer'), { target: { value: 'He is away' } });
  await userEvent.click(sheet.getByRole('button', { name: 'Cancel the booking' }));
  expect((await sheet.findByRole('alert')).textContent).toBe(message);
  expect(sheet.getByText('It costs the customer ₹200.')).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Cancel the booking' }));
  await sheet.findByText('Booking 4f9c21ab is cancelled.');
  const asked = { booking: today.id, cause: 'customer', reason: 'He is away' };
  expect(backend.callsOf(CANCEL).map(({ body }) => body)).toEqual([
    { ...asked, expected_fee: 100 },
    { ...asked, expected_fee: 200 },
  ]);
});

test('a fee is waived with a reason, when a customer has it cancelled or moved', async () => {
  terms = { cancel_fee: 200, move_fee: 100 };
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = within(await screen.findByRole('dialog', { name: `Booking ${today.number}` }));
  await userEvent.click(sheet.getByRole('button', { name: 'Move' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Move to another time' }));
  await userEvent.selectOptions(dialog.getByLabelText('Whose reason'), 'customer');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Waive the fee of ₹100' }));
  await userEvent.click(await dialog.findByRole('radio', { name: /Tue 24.Nov 2–4.pm/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Move it' }));
  const why = dialog.getByLabelText('Why it is waived');
  expect(dialog.getByText('Say why: it stays with the booking')).toBeTruthy();
  expect(document.activeElement).toBe(why);
  fireEvent.change(why, { target: { value: 'He was in hospital' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Move it' }));
  await sheet.findByText(/Booking 4f9c21ab is moved to/);
  expect(backend.callsOf('POST /rest/v1/rpc/reschedule_booking')[0]?.body).toEqual({
    booking: today.id,
    date: '2026-11-24',
    start: '14:00',
    expected_fee: 100,
    cause: 'customer',
    waiver: 'He was in hospital',
  });
  await userEvent.click(sheet.getByRole('button', { name: 'Cancel' }));
  await userEvent.selectOptions(sheet.getByLabelText('Whose reason'), 'customer');
  await userEvent.click(sheet.getByRole('checkbox', { name: 'Waive the fee of ₹200' }));
  expect(sheet.getByText('The fee is waived: it costs the customer nothing.')).toBeTruthy();
  fireEvent.change(sheet.getByLabelText('Why it is waived'), { target: { value: 'Our mistake' } });
  fireEvent.change(sheet.getByLabelText('Why, for the customer'), { target: { value: 'As you asked' } });
  await userEvent.click(sheet.getByRole('button', { name: 'Cancel the booking' }));
  await sheet.findByText('Booking 4f9c21ab is cancelled.');
  expect(backend.callsOf('POST /rest/v1/rpc/cancel_booking')[0]?.body).toEqual({
    booking: today.id,
    cause: 'customer',
    reason: 'As you asked',
    expected_fee: 200,
    waiver: 'Our mistake',
  });
});

test('a visit to the gate becomes a pickup for rain, at the times of pickups, also at its own', async () => {
  const times = { start: '11:00', end: '13:00', free: 1, places: 2, why: null };
  backend.answer('POST /rest/v1/rpc/list_slots', () => ({
    body: { days: [{ date: '2026-11-21', closed: null, note: null, windows: [times] }] },
  }));
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = within(await screen.findByRole('dialog', { name: `Booking ${today.number}` }));
  await userEvent.click(sheet.getByRole('button', { name: 'Pick it up instead' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Have it picked up' }));
  expect(dialog.getByText(/For rain or a closed road only: it costs the customer nothing\./)).toBeTruthy();
  expect(dialog.queryByLabelText('Whose reason')).toBeNull();
  await userEvent.click(await dialog.findByRole('radio', { name: /Sat 21.Nov 11.am – 1.pm/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Have it picked up' }));
  await sheet.findByText(/Booking 4f9c21ab is a pickup now: Sat 21.Nov, 11.am – 1.pm/);
  expect(backend.callsOf('POST /rest/v1/rpc/list_slots')[0]?.body).toMatchObject({ mode: 'pickup' });
  expect(backend.callsOf('POST /rest/v1/rpc/reschedule_booking')[0]?.body).toEqual({
    booking: today.id,
    date: '2026-11-21',
    start: '11:00',
    mode: 'pickup',
    expected_fee: 0,
    cause: 'weather',
  });
});

test('work that is not done with pickup says so', async () => {
  const message = 'Used-Bike Inspection is not done with pickup. Choose another place.';
  backend.answer('POST /rest/v1/rpc/list_slots', () => ({
    status: 422,
    body: { code: 'PT422', message, hint: 'items', details: '{}' },
  }));
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = within(await screen.findByRole('dialog', { name: `Booking ${today.number}` }));
  await userEvent.click(sheet.getByRole('button', { name: 'Pick it up instead' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Have it picked up' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(message);
});

test('only a visit to the gate can be picked up instead', async () => {
  bookings = [{ ...today, mode: 'workshop' }];
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = within(await screen.findByRole('dialog', { name: `Booking ${today.number}` }));
  expect(sheet.getByRole('button', { name: 'Move' })).toBeTruthy();
  expect(sheet.queryByRole('button', { name: 'Pick it up instead' })).toBeNull();
});

test('the money names the fee and the credit in what is due, and a late visit is credited once', async () => {
  payment = buildPayment({
    due: 1799,
    carried: [{ number: '7b1d04c2', amount: 200 }],
    credit: 100,
    late_credit: true,
  });
  backend.answer('POST /rest/v1/rpc/give_late_credit', () => {
    payment = buildPayment({ due: 1699, credit: 200, late_credit: false });
    return { body: {} };
  });
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = within(await screen.findByRole('dialog', { name: `Booking ${today.number}` }));
  expect(sheet.getByText(/^In it: Fee of missed booking 7b1d04c2, ₹200; Credit from us, [-−]₹100\.$/)).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'We were late' }));
  await userEvent.type(sheet.getByLabelText('What happened'), 'Held up in traffic');
  await userEvent.click(sheet.getByRole('button', { name: 'Give ₹100 credit' }));
  await sheet.findByText('₹100 credit for booking 4f9c21ab.');
  await waitFor(() => expect(sheet.queryByRole('button', { name: 'We were late' })).toBeNull());
  expect(backend.callsOf('POST /rest/v1/rpc/give_late_credit')[0]?.body).toEqual({
    booking: today.id,
    note: 'Held up in traffic',
  });
});

test('cash is written down, at most what is due as the database says', async () => {
  backend.answer('POST /rest/v1/rpc/record_cash', () => ({
    status: 422,
    body: { code: 'PT422', hint: 'amount', message: 'That is more than what is due.' },
  }));
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = within(await screen.findByRole('dialog', { name: `Booking ${today.number}` }));
  await userEvent.click(sheet.getByRole('button', { name: 'Cash received' }));
  const amount = sheet.getByLabelText('Cash in rupees');
  expect((amount as HTMLInputElement).value).toBe('1699');
  await userEvent.clear(amount);
  await userEvent.type(amount, '5000');
  await userEvent.click(sheet.getByRole('button', { name: 'Cash received' }));
  await sheet.findByText('That is more than what is due.');
  expect(backend.callsOf('POST /rest/v1/rpc/record_cash')[0]?.body).toEqual({ booking: today.id, amount: 5000 });
});

test('a refund that no gateway carries out is given back by hand', async () => {
  payment = buildPayment({
    status: 'refund_due',
    due: 0,
    payments: [{ ...claimedUpi, status: 'captured', captured_paise: 204800 }],
    refunds: [
      {
        id: 'refund-1',
        payment_id: claimedUpi.id,
        amount_paise: 204800,
        reason: 'cancelled',
        status: 'asked',
        note: null,
      },
    ],
  });
  backend.answer('POST /rest/v1/rpc/finish_refund', () => ({ body: {} }));
  open(`/admin?date=2026-11-21&booking=${today.id}`);
  const sheet = within(await screen.findByRole('dialog', { name: `Booking ${today.number}` }));
  expect(sheet.getByText('₹2,048 goes back: the booking was cancelled; not done yet')).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: '₹2,048 given back' }));
  await userEvent.type(sheet.getByLabelText('How it was given back'), 'UPI 4711');
  await userEvent.click(sheet.getByRole('button', { name: 'Given back' }));
  await sheet.findByText('₹2,048 was given back.');
  expect(backend.callsOf('POST /rest/v1/rpc/finish_refund')[0]?.body).toEqual({ refund: 'refund-1', note: 'UPI 4711' });
});
