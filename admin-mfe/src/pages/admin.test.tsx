import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toolViewsId } from '@twostroke/shared/contracts/manifest';
import { rejected } from '@twostroke/shared/testing/fake-backend';
import { open, openSheet, ravi, shop } from '../testing/open-admin.tsx';
import { today, tomorrow } from '../testing/shop-bookings.ts';

test('shows the bookings of the day, and the unassigned ones of other days', async () => {
  open();
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Sat 21\u00a0Nov');
  const gate = screen.getByRole('region', { name: 'At the gate' });
  expect(within(gate).getByText('1 of 3 used')).toBeTruthy();
  expect(within(gate).getByText('MH 12 ZZ 0042')).toBeTruthy();
  const lane = within(screen.getByRole('region', { name: /^Not assigned, other days/ }));
  expect(lane.getByText('MH 14 ZZ 0029')).toBeTruthy();
  // Each booking stands on the page once.
  for (const plate of ['MH 12 ZZ 0042', 'MH 14 ZZ 0029']) expect(screen.getAllByText(plate)).toHaveLength(1);
});

test('reloads when a booking is added or changed, and the indicator shows whether updates are live', async () => {
  open();
  await screen.findByText('Not live', { exact: false });
  await waitFor(() => expect(shop.realtime.wanted('admin-day')).toEqual(['INSERT', 'UPDATE']));
  act(() => shop.realtime.join('admin-day'));
  expect(await screen.findByText(/^Live, /)).toBeTruthy();
  shop.bookings = [{ ...today, status: 'completed', final_price: 2447 }, tomorrow];
  act(() => shop.realtime.emit('admin-day', 'UPDATE', { id: today.id }));
  expect((await screen.findByRole('link', { name: /Billed, 1 bill$/ })).textContent).toContain('₹2,447');
});

test('a change reads only its booking, readings are in order, and changes during a reading are read after it', async () => {
  open();
  await waitFor(() => expect(shop.realtime.wanted('admin-day')).toEqual(['INSERT', 'UPDATE']));
  act(() => shop.realtime.join('admin-day'));
  expect(await screen.findByText(/^Live, /)).toBeTruthy();
  const asked = () => shop.backend.callsOf('POST /rest/v1/rpc/list_board').map(({ body }) => body);
  const before = asked().length;
  const duties = shop.backend.callsOf('POST /rest/v1/rpc/my_duty').length;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  shop.backend.answer('GET /rest/v1/staff_callbacks', () => held.then(() => ({ body: [] })));
  shop.bookings = [{ ...today, status: 'assigned', mechanic: 'Sagar Pawar' }, tomorrow];
  act(() => shop.realtime.emit('admin-day', 'UPDATE', { id: today.id }));
  await waitFor(() => expect(asked()).toHaveLength(before + 1));
  // A second change while the first is read, and a booking that leaves the board.
  shop.bookings = [{ ...today, status: 'assigned', mechanic: 'Imran Shaikh' }];
  act(() => shop.realtime.emit('admin-day', 'UPDATE', { id: today.id }));
  act(() => shop.realtime.emit('admin-day', 'UPDATE', { id: tomorrow.id }));
  release();
  const gate = within(screen.getByRole('region', { name: 'At the gate' }));
  expect(await gate.findByText('Imran Shaikh')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('MH 14 ZZ 0029')).toBeNull());
  expect(asked().slice(before)).toEqual([
    { day: today.booking_date, changed: [today.id] },
    { day: today.booking_date, changed: [today.id, tomorrow.id] },
  ]);
  // The rest of the view is not read again.
  expect(shop.backend.callsOf('POST /rest/v1/rpc/my_duty')).toHaveLength(duties);
});

test('a reload that fails keeps the sheet and what is typed in it, and says that the board is not live', async () => {
  const sheet = await openSheet();
  await waitFor(() => expect(shop.realtime.wanted('admin-day')).toEqual(['INSERT', 'UPDATE']));
  act(() => shop.realtime.join('admin-day'));
  expect(await screen.findByText(/^Live, /)).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm and assign' }));
  const mechanic = sheet.getByLabelText<HTMLInputElement>('Mechanic');
  await userEvent.type(mechanic, 'Imran Sha');
  shop.backend.answer('POST /rest/v1/rpc/list_places', { status: 503, body: {} });
  act(() => shop.realtime.emit('admin-day', 'UPDATE', { id: today.id }));
  expect(await screen.findByText(/^Not live, /)).toBeTruthy();
  expect(mechanic.isConnected).toBe(true);
  await userEvent.type(mechanic, 'ikh');
  shop.backend.answer('POST /rest/v1/rpc/list_places', { body: [] });
  act(() => shop.realtime.emit('admin-day', 'UPDATE', { id: today.id }));
  expect(await screen.findByText(/^Live, /)).toBeTruthy();
  expect(mechanic.isConnected).toBe(true);
  expect(mechanic.value).toBe('Imran Shaikh');
});

test('an address that is opened while the backend does not answer shows an error, not the day before', async () => {
  const { router } = open();
  await screen.findByRole('heading', { level: 1, name: /21/ });
  shop.backend.answer('POST /rest/v1/rpc/list_places', { status: 503, body: {} });
  jest.spyOn(console, 'error').mockReturnValue(undefined);
  await act(() => router.navigate('/admin?date=2026-11-22'));
  await waitFor(() => expect(screen.queryByRole('heading', { level: 1, name: /21/ })).toBeNull());
});

test('shows the waitlist of a window in order, with the customer who has an offer', async () => {
  const waiting = {
    id: 'w1',
    mode: 'doorstep',
    booking_date: '2026-11-21',
    booking_time: '11:00:00',
    window_end: '13:00:00',
    bike_name: 'Honda Activa 6G',
    items: [],
    tries: 0,
  };
  shop.backend.answer('GET /rest/v1/staff_waitlist', {
    body: [
      { ...waiting, customer_name: 'Ravi Kale', phone: '+919000000077', offer_ends_at: '2026-11-20T04:12:00Z' },
      { ...waiting, id: 'w2', customer_name: 'Meera Joshi', phone: '+919000000078', offer_ends_at: null },
    ],
  });
  open();
  const gate = within(await screen.findByRole('region', { name: 'At the gate' }));
  await userEvent.click(gate.getByText('2 wait for a place'));
  const [first, second] = gate.getAllByRole('listitem');
  expect(first?.textContent).toMatch(/^Ravi Kale, Honda Activa 6G90000.00077 has a place until 9:42.am(?!, by)/);
  expect(second?.textContent).toMatch(/^Meera Joshi, Honda Activa 6G90000.00078/);
  expect(gate.getAllByRole('button', { name: /^Book this/ }).map(({ textContent }) => textContent)).toEqual([
    'Book this: Ravi Kale',
    'Book this: Meera Joshi',
  ]);
  await userEvent.click(screen.getByRole('link', { name: 'By person' }));
  const nobodys = within(await screen.findByRole('region', { name: 'Not assigned' }));
  await userEvent.click(nobodys.getByText('2 wait for a place'));
  expect(nobodys.getAllByRole('listitem')[1]?.textContent).toMatch(/^Meera Joshi, Honda Activa 6G, at the gate/);
  const query = shop.backend.callsOf('GET /rest/v1/staff_waitlist')[0]?.query;
  expect([query?.get('booking_date'), query?.get('state')]).toEqual(['eq.2026-11-21', 'in.(waiting,offered)']);
});

test('weather mode is switched on with a message for customers, says who is notified, and is switched off', async () => {
  shop.bookings = [
    { ...today, booking_date: '2090-11-21' },
    { ...today, id: 'ridden-in', booking_date: '2090-11-21', mode: 'workshop' },
    { ...today, id: 'cancelled', booking_date: '2090-11-21', status: 'cancelled' },
  ];
  open('/admin?date=2090-11-21');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Stop gate visits' }));
  expect(screen.getByText(/^1 gate visit is booked\. Its customer gets a message once/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Stop gate visits on Tue 21.Nov/ }));
  expect(await screen.findByText('Heavy rain: no work at the gate.')).toBeTruthy();
  expect(screen.getByText(/Gate visits on Tue 21.Nov are stopped\. 1 customer gets a message\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Gate visits on again' }));
  expect(await screen.findByRole('button', { name: 'Stop gate visits' })).toBeTruthy();
  expect(screen.getByText(/are on again\. 1 customer was told that we do not come, and gets no other/)).toBeTruthy();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/set_weather_mode').map(({ body }) => body)).toEqual([
    { day: '2090-11-21', enabled: true, note: 'Heavy rain: no work at the gate' },
    { day: '2090-11-21', enabled: false },
  ]);
});

test('a past day has no weather switch', async () => {
  open('/admin?date=2020-11-21');
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText(/Stop gate visits/)).toBeNull();
});

test('how a call back ended is one press, and who does not answer stays with the time of the try', async () => {
  shop.backend.answer('POST /rest/v1/rpc/log_call', { body: {} });
  open();
  const list = await screen.findByRole('region', { name: 'To call back' });
  expect(within(list).getByText('Bike not listed: Jawa 42')).toBeTruthy();
  const tried = { ...ravi, tries: 2, tried_at: '2026-11-20T04:50:00+00:00' };
  shop.backend.answer('GET /rest/v1/staff_callbacks', { body: [tried] });
  await userEvent.click(within(list).getByRole('button', { name: /^No answer ?: Ravi$/ }));
  expect(await within(list).findByText(/^No answer, 2 times: tried .*10:20/)).toBeTruthy();
  shop.backend.answer('GET /rest/v1/staff_callbacks', { body: [] });
  await userEvent.click(within(list).getByRole('button', { name: /^Reached ?: Ravi$/ }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'To call back' })).toBeNull());
  const sent = shop.backend.callsOf('POST /rest/v1/rpc/log_call').map(({ body }) => body);
  expect(sent).toEqual([
    { callback: 'call-1', outcome: 'no_answer' },
    { callback: 'call-1', outcome: 'reached' },
  ]);
});

test('a request for a call comes up on the board by itself, and says when it could not be saved', async () => {
  shop.backend.answer('GET /rest/v1/staff_callbacks', { body: [] });
  open();
  await screen.findByRole('region', { name: 'Board of the day' });
  await waitFor(() => expect(shop.realtime.open()).toContain('admin-desk'));
  shop.backend.answer('GET /rest/v1/staff_callbacks', { body: [ravi] });
  act(() => shop.realtime.emit('admin-desk', 'INSERT', {}));
  const list = await screen.findByRole('region', { name: 'To call back' });
  shop.backend.answer('POST /rest/v1/rpc/log_call', rejected(409, 'wish_closed'));
  await userEvent.click(within(list).getByRole('button', { name: /^Not wanted ?: Ravi$/ }));
  expect(await within(list).findByText('A colleague has answered this request meanwhile.')).toBeTruthy();
});

test('the tabs lead to the health view and back, and keep the focus', async () => {
  shop.backend.answer('POST /rest/v1/rpc/client_health', { body: { hours: 24, apps: [], errors: [] } });
  const { router } = open('/admin');
  const tabs = within(await screen.findByRole('navigation', { name: 'Workshop' }));
  await userEvent.click(tabs.getByRole('link', { name: 'Health' }));
  await screen.findByRole('heading', { level: 1, name: 'Health of the site' });
  expect(router.state.location).toMatchObject({ pathname: '/admin', search: '?view=health' });
  expect(tabs.getByRole('link', { name: 'Health' }).getAttribute('aria-current')).toBe('page');
  expect(document.activeElement).toBe(tabs.getByRole('link', { name: 'Health' }));
  await userEvent.click(tabs.getByRole('link', { name: 'Day' }));
  await screen.findByRole('region', { name: 'Board of the day' });
  expect(router.state.location.search).toBe('');
});

test('the tabs are in the header of the shell, where it gives a place for them', async () => {
  const place = document.createElement('div');
  place.id = toolViewsId;
  document.body.append(place);
  open();
  expect(await within(place).findByRole('link', { name: 'Health' })).toBeTruthy();
  expect(screen.getAllByRole('navigation', { name: 'Workshop' })).toHaveLength(1);
  place.remove();
});

const forbidden = rejected(403, 'forbidden');
const missing = { staff: true, required: true, enrolled: false, verified: false, codes_left: 0 };

test.each([
  ['one is required', missing],
  ['one is set up', { ...missing, required: false, enrolled: true }],
])('an admin whose second factor is missing is sent to the step that asks for it: %s', async (_, state) => {
  shop.backend.answer('POST /rest/v1/rpc/list_places', forbidden);
  shop.backend.answer('POST /rest/v1/rpc/second_factor', { body: state });
  open('/admin?date=2026-11-21');
  const address = await screen.findByTestId('address');
  expect(address.textContent).toBe('/auth?returnTo=%2Fadmin%3Fdate%3D2026-11-21&factor=1');
});

test('a permission that another cause denies is an error of the page', async () => {
  shop.backend.answer('POST /rest/v1/rpc/list_places', forbidden);
  shop.backend.answer('POST /rest/v1/rpc/second_factor', { body: { ...missing, verified: true } });
  jest.spyOn(console, 'error').mockReturnValue(undefined);
  open('/admin?date=2026-11-21');
  await waitFor(() => expect(shop.backend.callsOf('POST /rest/v1/rpc/second_factor')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('heading', { level: 1, name: /21/ })).toBeNull());
  expect(screen.queryByTestId('address')).toBeNull();
});
