import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { rejected } from '@twostroke/shared/testing/fake-backend';
import { fill } from '@twostroke/shared/testing/fill';
import { buildJob } from '../testing/build-job.ts';
import { hidePage } from '../testing/hide-page.ts';
import { changeJob, floor, goLive, openFloor, resetFloor, sentMarks } from '../testing/open-floor.ts';

beforeEach(resetFloor);

const checkIn = { fuel: 2, accessories: [], other_items: null, damage: null, checked_in_at: '2026-11-24T05:45:00Z' };

test('parts, oil and an old battery are written down without a network and sent once', async () => {
  floor.job = buildJob({ status: 'in_service', inspection: [], checklist: [] });
  const user = openFloor();
  await user.click(await screen.findByText('Used on this bike'));
  const used = within(screen.getByRole('region', { name: 'Used on this bike' }));
  floor.reachable = false;
  await user.click(used.getByRole('button', { name: 'Add to the job' }));
  expect(used.getByText('Name it in 2 to 80 characters; only oil has a grade')).toBeTruthy();
  expect(document.activeElement).toBe(used.getByLabelText('Name'));
  await user.selectOptions(used.getByLabelText('What'), 'Oil');
  expect(used.getByLabelText<HTMLInputElement>('Litres').value).toBe('1.9');
  await user.type(used.getByLabelText(/^Brand/), 'Motul');
  await user.type(used.getByLabelText(/^Grade/), '15W-50');
  await user.click(used.getByRole('button', { name: 'Add to the job' }));
  expect(await used.findByText('Engine oil, Motul 15W-50, 1.9 l')).toBeTruthy();
  expect(screen.getByText('1 to send')).toBeTruthy();
  await user.selectOptions(used.getByLabelText('What'), 'Old battery taken back');
  await user.type(used.getByLabelText('Off the bill, in rupees'), '300');
  await user.click(used.getByRole('button', { name: 'Add to the job' }));
  expect(await screen.findByText('2 to send')).toBeTruthy();
  floor.reachable = true;
  const before = sentMarks().length;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('All sent')).toBeTruthy();
  expect(sentMarks().slice(before)).toMatchObject([
    {
      kind: 'part',
      part: {
        kind: 'oil',
        name: 'Engine oil',
        make: 'Motul',
        grade: '15W-50',
        quantity: 1.9,
        unit: 'litre',
        hsn: '27101972',
      },
    },
    { kind: 'part', part: { kind: 'battery_back', name: 'Old battery', quantity: 1, price: 300 } },
  ]);
});

test('a part that the database knows is taken off by its place and name', async () => {
  const part = { make: null, part_number: null, grade: null, hsn: '87141090', quantity: 1, unit: 'piece' as const };
  floor.job = buildJob({
    status: 'quality_check',
    used_parts: [{ ...part, position: 4, kind: 'part', name: 'Brake pads', price: 450, extra_work_id: null }],
  });
  const user = openFloor();
  await user.click(await screen.findByText('Used on this bike: 1 line'));
  expect(screen.getByText('₹450 of the price', { exact: false })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove: Brake pads' }));
  await waitFor(() => expect(sentMarks()).toMatchObject([{ kind: 'part', off: 4, name: 'Brake pads' }]));
  expect(await screen.findByText('Nothing is written down yet.')).toBeTruthy();
});

test('the timer counts against the minutes of the package and the agreed extra work, and is paused', async () => {
  const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  const line = { id: 'w1', name: 'Front pads', reason: 'Worn', price: 600, price_version: 1, item_id: null };
  floor.job = buildJob({
    status: 'in_service',
    timers: [{ by: 'Ravi', own: false, started_at: ago(50), stopped_at: ago(10) }],
    extra_work: [{ ...line, minutes: 30, status: 'approved', decided_by: 'customer', urgency: null }],
  });
  const user = openFloor();
  const time = within(await screen.findByRole('region', { name: 'Time on this job' }));
  expect(time.getByText('40 of 135 min')).toBeTruthy();
  await user.click(time.getByRole('button', { name: 'Start the timer' }));
  await user.click(await time.findByRole('button', { name: 'Pause' }));
  expect(await time.findByRole('button', { name: 'Go on' })).toBeTruthy();
  await waitFor(() =>
    expect(sentMarks()).toMatchObject([
      { kind: 'timer', running: true },
      { kind: 'timer', running: false },
    ]),
  );
});

test('a timer that runs survives a reload and says when it is over', async () => {
  const started_at = new Date(Date.now() - 130 * 60_000).toISOString();
  floor.job = buildJob({ status: 'in_service', timers: [{ by: 'Sagar', own: true, started_at, stopped_at: null }] });
  openFloor();
  const time = within(await screen.findByRole('region', { name: 'Time on this job' }));
  expect(time.getByText('25 min over')).toBeTruthy();
  expect(time.getByRole('button', { name: 'Pause' })).toBeTruthy();
});

test('a test ride is written down without a network: how far, when, and what was tried', async () => {
  floor.job = buildJob({
    status: 'quality_check',
    notes: 'Squeals from behind',
    check_in: { ...checkIn, odometer_km: 12_450 },
  });
  const user = openFloor();
  const ride = within(await screen.findByRole('region', { name: 'Test ride' }));
  expect(screen.getByText('No test ride is written down.')).toBeTruthy();
  floor.reachable = false;
  await user.click(ride.getByRole('button', { name: 'Start the ride' }));
  expect(await ride.findByText(/^on the road since/)).toBeTruthy();
  await user.click(ride.getByRole('checkbox', { name: /^What the customer wrote: gone/ }));
  await user.click(ride.getByRole('checkbox', { name: 'Brakes hold, front and rear' }));
  await user.dblClick(ride.getByRole('button', { name: '1 km more' }));
  await user.click(ride.getByRole('button', { name: 'Save the ride' }));
  expect(await ride.findByText(/^2 km, /)).toBeTruthy();
  expect(screen.getByText('2 to send')).toBeTruthy();
  const before = sentMarks().length;
  floor.reachable = true;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('All sent')).toBeTruthy();
  expect(sentMarks().slice(before)).toMatchObject([
    { kind: 'test_ride', running: true },
    {
      kind: 'test_ride',
      running: false,
      odometer_km: 12_452,
      checks: ['What the customer wrote: gone', 'Brakes hold, front and rear'],
    },
  ]);
  expect(screen.queryByText('No test ride is written down.')).toBeNull();
});

test('a bike is ready by one press, and the message to the customer waits for its Undo', async () => {
  floor.job = buildJob({ status: 'quality_check', inspection: [] });
  openFloor();
  const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
  await press('Ready');
  expect(await screen.findByRole('heading', { level: 1, name: 'Finish' })).toBeTruthy();
  await press('Undo');
  expect(await screen.findByRole('heading', { level: 1, name: 'Quality check' })).toBeTruthy();
  expect(await screen.findByText('Taken back: Ready')).toBeTruthy();
  await press('Ready');
  expect(await screen.findByText('1 to send')).toBeTruthy();
  expect(sentMarks()).toEqual([]);
  hidePage();
  expect(await screen.findByText('All sent')).toBeTruthy();
  expect(sentMarks()).toMatchObject([{ kind: 'step', to_status: 'ready' }]);
});

test('a check-in is sent at once and taken back, with what was entered', async () => {
  floor.job = buildJob({ status: 'assigned', inspection: [] });
  const user = openFloor();
  await user.type(await screen.findByLabelText('Odometer (km)'), '12450');
  await user.click(screen.getByRole('button', { name: 'Check in, start inspection' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Inspection' })).toBeTruthy();
  await waitFor(() => expect(sentMarks()).toMatchObject([{ kind: 'check_in', odometer_km: 12_450 }]));
  // The next step is not below the toast.
  expect(screen.getByRole('button', { name: 'Start the work' }).closest('[data-buy-bar]')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Check-in' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Odometer (km)').value).toBe('12450');
  await waitFor(() => expect(sentMarks()[1]).toMatchObject({ kind: 'step', to_status: 'assigned', undo: true }));
});

test('work that begins tells the customer what was found when its Undo has gone, and goes back after that too', async () => {
  floor.job = buildJob({ inspection: [{ ...buildJob().inspection[0]!, state: 'ok' }] });
  const user = openFloor();
  const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
  await press('Start the work');
  expect(await screen.findByText('1 to send')).toBeTruthy();
  expect(sentMarks()).toEqual([]);
  // What is entered next sends it.
  await user.click(await screen.findByRole('button', { name: 'Start the timer' }));
  await waitFor(() => expect(sentMarks()).toMatchObject([{ to_status: 'in_service' }, { kind: 'timer' }]));
  await press('Undo');
  expect(await screen.findByRole('heading', { level: 1, name: 'Inspection' })).toBeTruthy();
  await waitFor(() => expect(sentMarks()[2]).toMatchObject({ to_status: 'inspecting', undo: true }));
});

test('a step that was rejected is only removed when it is taken back', async () => {
  floor.job = buildJob({ status: 'in_service', inspection: [], checklist: [] });
  floor.backend.answer('POST /rest/v1/rpc/mark_job', rejected(409, 'not_allowed'));
  openFloor();
  fireEvent.click(await screen.findByRole('button', { name: 'Work done, check it' }));
  expect(await screen.findByText('1 not sent')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('All sent')).toBeTruthy();
  expect(sentMarks()).toHaveLength(1);
});

test('at the finish a UPI code has the amount that is due now, and once it is paid the page says so', async () => {
  floor.job = buildJob({ status: 'ready', due: 1699 });
  floor.backend.answer('POST /rest/v1/rpc/start_payment', { status: 503, body: { message: 'down' } });
  const user = openFloor();
  const code = (amount: string) =>
    screen.findByRole('img', { name: `Code to pay ${amount} with the UPI app of a phone`, busy: false });
  const show = await screen.findByRole('button', { name: 'UPI, show QR' });
  await goLive();
  expect(floor.backend.callsOf('POST /rest/v1/rpc/start_payment')).toEqual([]);
  await user.click(show);
  const again = await screen.findByRole('button', { name: /^Try again/ });
  expect(document.activeElement?.getAttribute('role')).toBe('status');
  expect(screen.getByText(/did not answer/)).toBeTruthy();
  floor.backend.answer('POST /rest/v1/rpc/start_payment', () => ({
    body: { status: 'created', amount: floor.job.due, vpa: 'demo@example', reference: 'TS1', upi_link: 'upi://pay' },
  }));
  await user.click(again);
  expect(await code('₹1,699')).toBeTruthy();
  changeJob({ due: 2098 });
  expect(await code('₹2,098')).toBeTruthy();
  changeJob({ due: 0 });
  expect(await screen.findByText('Paid. Nothing is left to pay.')).toBeTruthy();
  expect(screen.queryByRole('img', { name: /^Code to pay/ })).toBeNull();
});

test('a ride is not saved with an odometer below the one at check-in; a finished job shows the ride', async () => {
  floor.job = buildJob({
    status: 'ready',
    check_in: { ...checkIn, odometer_km: 12_450 },
    test_ride: {
      by: 'Sagar',
      started_at: '2026-11-24T07:58:00Z',
      ended_at: '2026-11-24T08:06:00Z',
      odometer_km: 12_452,
      checks: ['Gears, clutch, idle'],
    },
  });
  const user = openFloor();
  const ride = within(await screen.findByRole('region', { name: 'Test ride' }));
  expect(ride.getByText(/^2.km, 1:28–.1:36.pm$/)).toBeTruthy();
  expect(ride.getByRole<HTMLInputElement>('checkbox', { name: 'Gears, clutch, idle' }).checked).toBe(true);
  const odometer = ride.getByLabelText('Odometer after the ride (km)');
  await user.clear(odometer);
  await user.type(odometer, '12449');
  await user.click(ride.getByRole('button', { name: 'Save the ride' }));
  expect(ride.getByText('Enter the odometer after the ride, 12450 to 12550 km')).toBeTruthy();
  expect(document.activeElement).toBe(odometer);
  expect(sentMarks()).toEqual([]);
});

test('a point has a note, which is sent with its state once typing has paused', async () => {
  const user = openFloor();
  await user.click(await screen.findByRole('radio', { name: 'Rear pads: Now' }));
  await user.click(screen.getByRole('button', { name: 'Add a note: Rear pads' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Note: Rear pads'));
  await user.keyboard('Glazed, left side');
  expect(screen.getByLabelText<HTMLInputElement>('Note: Rear pads').value).toBe('Glazed, left side');
  await waitFor(() => expect(sentMarks()).toHaveLength(1));
  expect(sentMarks()).toMatchObject([
    { kind: 'point', point: 'rear-pads', state: 'due_now', note: 'Glazed, left side' },
  ]);
  await user.click(screen.getByRole('button', { name: 'Send 1 line, ₹999' }));
  await waitFor(() => expect(sentMarks()[1]).toMatchObject({ items: [{ reason: 'Glazed, left side' }] }));
});

test('the answer to the customer has a note, and a line of the job card may not be needed', async () => {
  const line = { done_at: null, not_needed: null, answer: null, answer_note: null };
  floor.job = buildJob({
    status: 'in_service',
    inspection: [],
    checklist: [
      { ...line, line: 1, group_name: 'Told by the customer', label: 'Squeals from behind', is_concern: true },
      { ...line, line: 2, group_name: 'Engine and oil', label: 'Coolant topped up', is_concern: false },
    ],
  });
  const user = openFloor();
  await user.click(await screen.findByRole('radio', { name: 'Not found' }));
  await user.click(screen.getByRole('button', { name: 'Add a note: Squeals from behind' }));
  await user.keyboard('Rode 2 km, no squeal');
  await user.click(screen.getByRole('button', { name: 'Not needed: Coolant topped up' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Why not needed: Coolant topped up'));
  await user.keyboard('No');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Say in 3 to 200 characters why it is not needed')).toBeTruthy();
  await fill(screen.getByLabelText('Why not needed: Coolant topped up'), ', air-cooled');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Not needed: No, air-cooled/)).toBeTruthy();
  await waitFor(() =>
    expect(sentMarks()).toMatchObject([
      { kind: 'concern', line: 1, answer: 'not_found', note: 'Rode 2 km, no squeal' },
      { kind: 'tick', line: 2, done: true, not_needed: 'No, air-cooled' },
    ]),
  );
});
