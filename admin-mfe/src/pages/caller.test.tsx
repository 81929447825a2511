import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rejected } from '@twostroke/shared/testing/fake-backend';
import { fill } from '@twostroke/shared/testing/fill';
import { freeTimes, open, shop } from '../testing/open-admin.tsx';
import { answerCalls, bodies, callIn, classic, stranger, vikram } from '../testing/open-caller.tsx';

beforeEach(answerCalls);

test('bikes and areas are read before the page is opened, and not again by the key', async () => {
  const user = userEvent.setup();
  open();
  const read = () =>
    ['models', 'areas', 'area_pins'].map((table) => shop.backend.callsOf(`GET /rest/v1/${table}`).length);
  await waitFor(() => expect(read()).toEqual([1, 1, 1]));
  await user.keyboard('b');
  expect(await screen.findByRole('textbox', { name: /Phone/ })).toBeTruthy();
  expect(read()).toEqual([1, 1, 1]);
  await user.keyboard('{Escape}');
  await screen.findByRole('region', { name: 'Board of the day' });
  await waitFor(() => expect(read()).toEqual([2, 2, 2]));
});

test('a known caller is booked by keys alone, and never as a booking of the staff member', async () => {
  const user = userEvent.setup();
  open();
  await screen.findByRole('region', { name: 'Board of the day' });
  await user.keyboard('b');
  const phone = await screen.findByRole('textbox', { name: /Phone/ });
  expect(document.activeElement).toBe(phone);
  await user.keyboard('9000000024');
  await screen.findByText('Vikram Salvi');
  expect(screen.getByText(/General Service on .*21 Aug/)).toBeTruthy();
  const search = screen.getByLabelText('A job, or what is wrong');
  for (let tabs = 0; document.activeElement !== search && tabs < 10; tabs += 1) await user.tab();
  await user.keyboard('brake noise');
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /Brake Service/ })).checked).toBe(true);
  const time = await screen.findByRole('button', { name: /2–.4.pm, 1 of 3 free/ });
  for (let tabs = 0; document.activeElement !== time && tabs < 12; tabs += 1) await user.tab();
  expect(document.activeElement).toBe(time);
  await user.keyboard('{Enter}');
  expect(await screen.findByText(/is held while you talk/)).toBeTruthy();
  expect(
    await screen.findByText(
      /Vikram Salvi: Royal Enfield Classic 350, 0079\. Brake Service, ₹699 less your ₹100 credit/,
    ),
  ).toBeTruthy();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText(/Booked, No\. 5a6b7c8d/)).toBeTruthy();
  expect(document.activeElement?.textContent).toMatch(/Booked/);
  const [{ request }] = bodies('create_booking') as [{ request: object }];
  expect(request).toMatchObject({
    on_behalf: 'phone',
    phone: '9000000024',
    name: 'Vikram Salvi',
    vehicle_number: 'MH12ZZ0079',
    items: [{ id: 'brake-service', quantity: 1 }],
    mode: 'doorstep',
    notes: 'brake noise',
    expected_total: 699,
  });
  const [hold] = bodies('hold_for_caller') as [{ request_id: string }];
  expect((request as { request_id: string }).request_id).toBe(hold.request_id);
  // The hold keeps the price that was read out.
  expect(bodies('quote').at(-1)).toMatchObject({ request_id: hold.request_id });
});

test('what is still missing is said, and booking goes to the first question of it', async () => {
  shop.backend.answer('POST /rest/v1/rpc/get_caller', { body: stranger });
  await callIn();
  expect(await screen.findByText('We don’t know this number.')).toBeTruthy();
  expect(await screen.findByText(/Still to ask: the name, the bike, the job, a time/)).toBeTruthy();
  await fill(screen.getByLabelText('Name'), 'Meera Joshi');
  await userEvent.click(screen.getByRole('button', { name: /^Book/ }));
  expect(bodies('create_booking')).toEqual([]);
  expect(within(screen.getByRole('region', { name: /2 Bike/ })).getByRole('combobox')).toBe(document.activeElement);
});

test('a time that goes while they talk is said, and another can be taken', async () => {
  await callIn();
  await fill(await screen.findByLabelText('A job, or what is wrong'), 'brake');
  shop.backend.answer('POST /rest/v1/rpc/hold_for_caller', rejected(409, 'slot_taken', { alternatives: [] }));
  await userEvent.click(await screen.findByRole('button', { name: /2–.4.pm/ }));
  const refusal = await screen.findByRole('alert');
  expect(refusal.textContent).toBe('That time has just been taken. Choose another one.');
  expect(refusal.nextElementSibling?.contains(screen.getByRole('button', { name: /2–.4.pm/ }))).toBe(true);
  expect(screen.queryByText(/is held while you talk/)).toBeNull();
});

test('the held time is let go when the page is left', async () => {
  const { router } = await callIn();
  await fill(await screen.findByLabelText('A job, or what is wrong'), 'brake');
  await userEvent.click(await screen.findByRole('button', { name: /2–.4.pm/ }));
  await screen.findByText(/is held while you talk/);
  expect(bodies('release_hold')).toEqual([]);
  await act(() => router.navigate('/admin'));
  await waitFor(() => expect(bodies('release_hold')).toHaveLength(1));
});

test('single keys do nothing while somebody types, and can be switched off', async () => {
  const user = userEvent.setup();
  const { router } = await callIn();
  await user.type(screen.getByLabelText('A job, or what is wrong'), 'b/?2');
  expect(screen.queryByRole('dialog')).toBeNull();
  await act(() => router.navigate('/admin'));
  await screen.findByRole('region', { name: 'Board of the day' });
  await user.keyboard('?');
  await user.click(await screen.findByLabelText(/Single keys work/));
  await user.keyboard('{Escape}');
  await user.keyboard('b');
  expect(router.state.location.search).toBe('');
  localStorage.clear();
});

test('who wants to be called back is put on the list', async () => {
  await callIn();
  await screen.findByText('Vikram Salvi');
  await userEvent.click(screen.getByRole('button', { name: 'Call back later' }));
  expect(await screen.findByText(/On the list to call back/)).toBeTruthy();
  expect(bodies('request_callback')).toEqual([
    { kind: 'message', name: 'Vikram Salvi', phone: '+919000000024', details: { message: 'Asked to be called back' } },
  ]);
});

test('the third bike of a caller joins the group with its coupon', async () => {
  await callIn();
  for (const turn of [1, 2, 3]) {
    if (turn > 1) await userEvent.click(await screen.findByRole('radio', { name: /MH 12 ZZ 0079/ }));
    await fill(await screen.findByLabelText('A job, or what is wrong'), 'brake');
    await userEvent.click(await screen.findByRole('button', { name: /2–.4.pm/ }));
    await screen.findByText(/is held while you talk/);
    await userEvent.click(await screen.findByRole('button', { name: /Yes, book for/ }));
    await screen.findByText(/Booked, No/);
    if (turn < 3) await userEvent.click(screen.getByRole('button', { name: 'Another bike of this caller' }));
  }
  const sent = (
    bodies('create_booking') as { request: { group_id: string; coupon?: string; request_id: string } }[]
  ).map(({ request }) => request);
  expect(new Set(sent.map(({ group_id }) => group_id)).size).toBe(1);
  // What was just booked is read with each further bike.
  for (const read of ['get_caller', 'get_customer']) expect(bodies(read)).toHaveLength(3);
  expect(new Set(sent.map(({ request_id }) => request_id)).size).toBe(3);
  expect(sent.map(({ coupon }) => coupon)).toEqual([undefined, undefined, 'SOCIETY5']);
});

test('a bike on another day than the others is booked on its own, without the discount of the group', async () => {
  const [day] = freeTimes.days;
  shop.backend.answer('POST /rest/v1/rpc/list_slots', {
    body: { ...freeTimes, last_day: '2026-11-25', days: [day, { ...day, date: '2026-11-25' }] },
  });
  await callIn();
  for (const [turn, time] of [/2–.4.pm/, /2–.4.pm/, /Wed 25.Nov/].entries()) {
    if (turn > 0) await userEvent.click(await screen.findByRole('radio', { name: /MH 12 ZZ 0079/ }));
    await fill(await screen.findByLabelText('A job, or what is wrong'), 'brake');
    await userEvent.click((await screen.findAllByRole('button', { name: time }))[0]!);
    await screen.findByText(/is held while you talk/);
    if (turn === 2) expect(screen.getByText(/^On its own: the other bikes come on/)).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: /Yes, book for/ }));
    await screen.findByText(/Booked, No/);
    if (turn < 2) await userEvent.click(screen.getByRole('button', { name: 'Another bike of this caller' }));
  }
  const [first, second, third] = (bodies('create_booking') as { request: object }[]).map(({ request }) => request);
  expect(second).toHaveProperty('group_id', (first as { group_id: string }).group_id);
  expect(third).not.toHaveProperty('group_id');
  expect(third).not.toHaveProperty('coupon');
});

test('a waiting customer is booked from the board: number, bike and wish are there, and the booking closes the request', async () => {
  const user = userEvent.setup();
  const model = { id: 'honda/activa-6g', slug: 'activa-6g', name: 'Activa 6G', brand_slug: 'honda', body: 'scooter' };
  shop.backend.answer('GET /rest/v1/models', {
    body: [{ ...model, drive: 'belt_cvt', engine_cc: 110, search_names: [], popular_rank: null }],
  });
  const entry = {
    id: 'w1',
    mode: 'doorstep',
    booking_time: '11:00:00',
    window_end: '13:00:00',
    booking_date: '2026-11-21',
    bike_name: 'Honda Activa 6G',
    tries: 0,
  };
  shop.backend.answer('GET /rest/v1/staff_waitlist', {
    body: [
      {
        ...{ ...entry, customer_name: 'Meera Joshi', phone: '+919000000024', offer_ends_at: null, tried_at: null },
        ...{ model_id: 'honda/activa-6g', items: [{ id: 'brake-service', quantity: 1 }] },
      },
    ],
  });
  open();
  const gate = within(await screen.findByRole('region', { name: 'At the gate' }));
  await user.click(gate.getByText('1 waits for a place'));
  await user.click(gate.getByRole('button', { name: /^Book this/ }));
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /Phone/ })).value).toBe('+919000000024');
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /Brake Service/ })).checked).toBe(true);
  await user.click(await screen.findByRole('button', { name: /2–.4.pm/ }));
  await screen.findByText(/is held while you talk/);
  await user.click(await screen.findByRole('button', { name: /Yes, book for/ }));
  await screen.findByText(/Booked, No/);
  const [{ request }] = bodies('create_booking') as [{ request: object }];
  expect(request).toMatchObject({ waiting: 'w1', model: 'honda/activa-6g', name: 'Meera Joshi', mode: 'doorstep' });
});

test('the desk books the place that is offered to a customer of the waitlist', async () => {
  const user = userEvent.setup();
  const model = { id: 'honda/activa-6g', slug: 'activa-6g', name: 'Activa 6G', brand_slug: 'honda', body: 'scooter' };
  shop.backend.answer('GET /rest/v1/models', {
    body: [{ ...model, drive: 'belt_cvt', engine_cc: 110, search_names: [], popular_rank: null }],
  });
  shop.backend.answer('GET /rest/v1/staff_waitlist', {
    body: [
      {
        ...{ id: 'w1', mode: 'doorstep', booking_date: '2026-11-28', booking_time: '11:00:00', window_end: '13:00:00' },
        ...{ customer_name: 'Meera Joshi', phone: '+919000000024', bike_name: 'Honda Activa 6G', tries: 0 },
        ...{ model_id: 'honda/activa-6g', items: [{ id: 'brake-service', quantity: 1 }], tried_at: null },
        offer_ends_at: '2026-11-20T04:12:00Z',
      },
    ],
  });
  open();
  const gate = within(await screen.findByRole('region', { name: 'At the gate' }));
  await user.click(gate.getByText('1 waits for a place'));
  await user.click(gate.getByRole('button', { name: /^Book this/ }));
  const offered = await screen.findByRole('button', { name: /^Offered to them: Sat 28.Nov, 11.am – 1.pm$/ });
  await user.click(offered);
  await screen.findByText(/Sat 28.Nov, .* is held while you talk/);
  expect(offered.getAttribute('aria-pressed')).toBe('true');
  expect(bodies('hold_for_caller')[0]).toMatchObject({ date: '2026-11-28', start: '11:00', waiting: 'w1' });
  await user.click(await screen.findByRole('button', { name: /Yes, book for/ }));
  await screen.findByText(/Booked, No/);
  const [{ request }] = bodies('create_booking') as [{ request: object }];
  expect(request).toMatchObject({ waiting: 'w1', date: '2026-11-28', time: '11:00' });
});

test('“Don’t ask again” removes a line of declined work from the caller page', async () => {
  await callIn();
  shop.backend.answer('POST /rest/v1/rpc/end_declined_work', { body: { id: 'd1', booking: '4f9c21ab' } });
  await userEvent.click(await screen.findByRole('button', { name: /^Don’t ask again ?: Rear brake shoes$/ }));
  await waitFor(() => expect(screen.queryByLabelText(/^Add Rear brake shoes/)).toBeNull());
  expect(bodies('end_declined_work')).toEqual([{ work: 'd1' }]);
  expect(document.activeElement).toBe(screen.getByLabelText('A job, or what is wrong'));
});

test('work that was not done says whether the customer answered', async () => {
  const [work] = classic.declined;
  const declined = [
    { ...work, id: 'd1', decided_by: 'customer' },
    { ...work, id: 'd2', decided_by: 'no_answer', reason: 'Chain is loose' },
  ];
  shop.backend.answer('POST /rest/v1/rpc/get_caller', { body: { ...vikram, bikes: [{ ...classic, declined }] } });
  await callIn();
  expect(await screen.findByText('Put off on Fri 21 Aug: 1.2 mm left')).toBeTruthy();
  expect(screen.getByText('No answer by Fri 21 Aug: Chain is loose')).toBeTruthy();
});

test('declined work comes back in one press, as an add-on that the database prices', async () => {
  await callIn();
  await fill(await screen.findByLabelText('A job, or what is wrong'), 'brake');
  await userEvent.click(await screen.findByLabelText(/^Add Rear brake shoes, ₹999/));
  const items = [
    { id: 'brake-service', quantity: 1 },
    { id: 'brake-pad-replacement', quantity: 1, declined: 'd1' },
  ];
  await waitFor(() => expect(bodies('quote').at(-1)).toMatchObject({ items }));
  await userEvent.click(await screen.findByRole('button', { name: /2–.4.pm/ }));
  await screen.findByText(/is held while you talk/);
  expect(await screen.findByText(/Brake Service with Rear brake shoes, ₹/)).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: /Yes, book for/ }));
  await screen.findByText(/Booked, No/);
  expect(bodies('hold_for_caller')[0]).toMatchObject({ items });
  expect((bodies('create_booking')[0] as { request: object }).request).toMatchObject({ items, notes: 'brake' });
});

test('work under warranty is re-checked for nothing: one more choice, never the one that is guessed', async () => {
  const recheck = { id: 'b7', work: 'General Service', until: '2026-12-25', minutes: 40, modes: ['doorstep'] };
  shop.backend.answer('POST /rest/v1/rpc/get_caller', { body: { ...vikram, bikes: [{ ...classic, recheck }] } });
  const quoted = { total: 0, minutes: 40, refusals: [], coupon: null, lines: [] };
  shop.backend.answer('POST /rest/v1/rpc/quote', { body: quoted });
  await callIn();
  await userEvent.type(await screen.findByLabelText('A job, or what is wrong'), 'zzz');
  const choice = await screen.findByRole<HTMLInputElement>('radio', { name: /^Free re-check/ });
  expect(screen.getByText('General Service, under warranty until Fri 25 Dec')).toBeTruthy();
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^General Service/ }).checked).toBe(true),
  );
  await userEvent.click(choice);
  // How long and where, as the database says.
  expect(await screen.findByRole('heading', { name: /Free times, 40.min/ })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^At the workshop/ }).disabled).toBe(true);
  await userEvent.click(await screen.findByRole('button', { name: /2–.4.pm/ }));
  expect(await screen.findByText(/0079\. Free re-check, ₹0\. /)).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: /Yes, book for ₹0/ }));
  await screen.findByText(/Booked, No/);
  const items = [{ id: 're-check', quantity: 1, recheck: 'b7' }];
  expect(bodies('hold_for_caller')[0]).toMatchObject({ items });
  expect((bodies('create_booking')[0] as { request: object }).request).toMatchObject({ items, expected_total: 0 });
});
