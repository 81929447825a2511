import { act, screen, waitFor, within } from '@testing-library/react';
import { fakeBackend, rejected } from '@twostroke/shared/testing/fake-backend';
import { fill } from '@twostroke/shared/testing/fill';
import { buildJob } from '../testing/build-job.ts';
import { hidePage } from '../testing/hide-page.ts';
import { changeJob, floor, goLive, isChecked, openFloor, resetFloor, sentMarks } from '../testing/open-floor.ts';

beforeEach(resetFloor);

const button = (name: string | RegExp) => screen.findByRole('button', { name });

test('the list has the jobs with plate, work, place and state, and opens one', async () => {
  const user = openFloor('/admin?view=floor');
  const list = within(await screen.findByRole('list'));
  const row = list.getByRole('link', { name: /MH 12 ZZ 0042.*Inspecting.*General Service, Royal Enfield Classic 350/ });
  await user.click(row);
  expect(await screen.findByRole('heading', { level: 1, name: 'Inspection' })).toBeTruthy();
});

test('without a network the jobs that were read before open from the list', async () => {
  const user = openFloor('/admin?view=floor');
  const row = await screen.findByRole('link', { name: /MH 12 ZZ 0042/ });
  await waitFor(() => expect(floor.backend.callsOf('POST /rest/v1/rpc/get_job')).toHaveLength(1));
  for (const name of ['my_duty', 'get_job', 'list_jobs'])
    floor.backend.answer(`POST /rest/v1/rpc/${name}`, () => {
      throw new TypeError('Failed to fetch');
    });
  await user.click(row);
  expect(await screen.findByRole('heading', { level: 1, name: 'Inspection' })).toBeTruthy();
  expect(screen.getByText(/^Prices as of /)).toBeTruthy();
});

test('an empty list says so', async () => {
  floor.backend = fakeBackend({
    'POST /rest/v1/rpc/my_duty': { body: 'mechanic' },
    'POST /rest/v1/rpc/list_jobs': () => ({ body: [] }),
  });
  openFloor('/admin?view=floor');
  expect(await screen.findByText('No jobs now')).toBeTruthy();
});

test('a check-in takes the odometer and at most 12 taps, and begins the inspection', async () => {
  floor.job = buildJob({ status: 'assigned' });
  const user = openFloor();
  let taps = 0;
  const tap = async (element: HTMLElement): Promise<void> => {
    taps += 1;
    await user.click(element);
  };
  await tap(await button('Check in, start inspection'));
  expect(await screen.findByText('Enter the odometer, 0 to 300000 km')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Odometer (km)'));
  expect(sentMarks()).toEqual([]);
  await user.keyboard('12450');
  await tap(screen.getByRole('radio', { name: 'Fuel: 2 of 4' }));
  for (const item of ['Key', 'Toolkit']) await tap(screen.getByRole('checkbox', { name: item }));
  await tap(await button('Check in, start inspection'));
  await waitFor(() => expect(sentMarks()).toHaveLength(1));
  expect(sentMarks()[0]).toMatchObject({
    kind: 'check_in',
    odometer_km: 12_450,
    fuel: 2,
    accessories: ['Key', 'Toolkit'],
  });
  expect(taps).toBeLessThanOrEqual(12);
  expect(await screen.findByRole('heading', { level: 1, name: 'Inspection' })).toBeTruthy();
});

test('what the customer wrote stands over check-in and inspection, until the job card asks for its answer', async () => {
  floor.job = buildJob({ status: 'assigned', notes: 'Squeals from behind when slow' });
  const user = openFloor();
  const words = async (): Promise<string | null> =>
    (await screen.findByText('The customer wrote')).parentElement!.textContent;
  expect(await words()).toBe('The customer wroteSqueals from behind when slow');
  await user.type(screen.getByLabelText('Odometer (km)'), '12450');
  await user.click(await button('Check in, start inspection'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Inspection' })).toBeTruthy();
  expect(await words()).toContain('Squeals');
  await user.click(await button('Start the work'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Job card' })).toBeTruthy();
  expect(screen.queryByText('The customer wrote')).toBeNull();
});

test('a job at the gate says where it is, with the address where the duty may read it', async () => {
  floor.job = buildJob({
    status: 'assigned',
    mode: 'doorstep',
    area_name: 'Kondhwa',
    address: 'Ganga Heights, NIBM Road',
  });
  const user = openFloor('/admin?view=floor');
  await user.click(await screen.findByRole('link', { name: /, Gate, .*Kondhwa/ }));
  expect(await screen.findByText('Gate, Ganga Heights, NIBM Road, Kondhwa')).toBeTruthy();
});

test('a point takes one tap, and a finding is proposed with a second one', async () => {
  const user = openFloor();
  await user.click(await screen.findByRole('radio', { name: 'Rear pads: Now' }));
  expect(isChecked(screen.getByRole('radio', { name: 'Rear pads: Now' }))).toBe(true);
  expect(screen.getByText('Rear pads: Brake Pad / Shoe Replacement')).toBeTruthy();
  await user.click(await button('Send 1 line, ₹999'));
  await waitFor(() => expect(sentMarks()).toHaveLength(2));
  expect(sentMarks()[1]).toMatchObject({
    kind: 'propose',
    items: [{ item: 'brake-pad-replacement', price: 999, reason: 'Due now', urgency: 'due_now' }],
  });
});

test('of two findings that only together exceed the limit, the second one is to be asked', async () => {
  const priced = { price: 399, minutes: 10, included_in: null, per_place: false };
  const filter = { ...priced, item_id: 'air-filter', name: 'Air filter replacement' };
  floor.job = buildJob({ offers: [{ ...filter, item_id: 'brake-pad-replacement', name: 'Pads' }, filter] });
  const user = openFloor();
  await user.click(await screen.findByRole('radio', { name: 'Front pads: Now' }));
  await user.click(screen.getByRole('radio', { name: 'Air filter: Soon' }));
  expect(screen.getAllByText('Within the limit')).toHaveLength(1);
  expect(screen.getByText('Air filter: Air filter replacement').parentElement!.textContent).toContain('To send');
  await waitFor(() => expect(sentMarks()).toHaveLength(2));
});

test('a finding without a price in the list is left to the desk, and shows its price once the desk has proposed it', async () => {
  floor.job = buildJob({ offers: [] });
  const user = openFloor();
  await user.click(await screen.findByRole('radio', { name: 'Air filter: Soon' }));
  expect(await screen.findByText('The desk prices it')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
  await waitFor(() => expect(sentMarks()).toHaveLength(1));
  await goLive();
  const line = { id: '1', name: 'Air filter', reason: 'Due soon', price: 450, minutes: 10, price_version: 1 };
  changeJob({
    extra_work: [{ ...line, status: 'proposed', decided_by: null, item_id: null, urgency: 'due_later' }],
  });
  expect(await screen.findByText('₹450')).toBeTruthy();
  expect(screen.queryByText('The desk prices it')).toBeNull();
});

test('a measure goes in steps of 0.1 from the limit and stands in the reason', async () => {
  const user = openFloor();
  await user.click(await screen.findByRole('radio', { name: 'Front pads: Now' }));
  await user.click(screen.getByRole('button', { name: 'Front pads: 0.1 mm less' }));
  expect(screen.getByText('1.9 mm')).toBeTruthy();
  await user.click(await button('Send 1 line, ₹999'));
  await waitFor(() => expect(sentMarks()).toHaveLength(2));
  expect(sentMarks()[1]).toMatchObject({ items: [{ reason: '1.9 mm, new 4.5, change at 2.0' }] });
});

test('the words of the customer are answered, the lines ticked, and only then the work is done', async () => {
  const line = { done_at: null, not_needed: null, answer: null, answer_note: null };
  floor.job = buildJob({
    status: 'in_service',
    inspection: [],
    checklist: [
      { ...line, line: 1, group_name: 'Told by the customer', label: 'Squeals from behind', is_concern: true },
      { ...line, line: 2, group_name: 'Engine and oil', label: 'Oil changed', is_concern: false },
    ],
  });
  const user = openFloor();
  await user.click(await button('Work done, check it'));
  expect(await screen.findByText(/2 lines of the job card are not ticked/)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Found, fixed' }));
  await user.click(screen.getByRole('checkbox', { name: 'Oil changed' }));
  await user.click(await button('Work done, check it'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Quality check' })).toBeTruthy();
  expect(sentMarks()).toMatchObject([
    { kind: 'concern', line: 1, answer: 'found_and_fixed' },
    { kind: 'tick', line: 2, done: true },
    { kind: 'step', to_status: 'quality_check' },
  ]);
});

test('a failed quality check goes back with its reason; ready with points not checked asks why at once', async () => {
  floor.job = buildJob({ status: 'quality_check' });
  const user = openFloor();
  await fill(await screen.findByLabelText('Why 3 points are not checked'), 'Only the horn was asked for');
  await user.click(await button('Back to the work'));
  const why = await screen.findByLabelText('Why it goes back');
  await user.clear(why);
  await user.click(await button('Back to the work'));
  expect(await screen.findByText(/why it goes back/)).toBeTruthy();
  await fill(why, 'Rear brake drags');
  await user.click(await button('Back to the work'));
  await waitFor(() =>
    expect(sentMarks()).toMatchObject([{ kind: 'step', to_status: 'in_service', note: 'Rear brake drags' }]),
  );
});

test('ready asks for the oil that is not written down yet, with the grade and litres of the model filled in', async () => {
  floor.job = buildJob({ status: 'quality_check', inspection: [], missing_oil: { litres: 1.9, grade: '15W-50 MA2' } });
  const user = openFloor();
  const brand = await screen.findByLabelText('Brand of the oil');
  // The test ride above comes first.
  expect(document.activeElement).toBe(document.body);
  await user.click(await button('Ready'));
  expect(screen.getByText('Enter the make: it stands on the bill')).toBeTruthy();
  expect(document.activeElement).toBe(brand);
  await user.type(brand, 'Motul');
  await user.click(await button('Ready'));
  hidePage();
  await waitFor(() =>
    expect(sentMarks()).toMatchObject([
      { kind: 'part', part: { kind: 'oil', make: 'Motul', grade: '15W-50 MA2', quantity: 1.9, unit: 'litre' } },
      { kind: 'step', to_status: 'ready' },
    ]),
  );
});

test('the bike is handed over with the code, the bill says what was declined, and the sticker when it is due', async () => {
  const extra = { reason: 'Worn', minutes: 0, decided_by: 'customer' as const, item_id: null, urgency: null };
  floor.job = buildJob({
    status: 'ready',
    extra_work: [
      { ...extra, id: '1', name: 'Air filter', price: 399, status: 'approved', price_version: 1 },
      { ...extra, id: '2', name: 'Left mirror', price: 450, status: 'later', price_version: 1 },
    ],
    due: 2098,
  });
  const user = openFloor();
  expect(await screen.findByText('Left mirror (declined)')).toBeTruthy();
  expect(screen.getByText(/At 17,450 km or by/)).toBeTruthy();
  await user.click(await button('Hand over, ₹2,098'));
  expect(await screen.findByText('Enter the 4 figures of the code')).toBeTruthy();
  for (const key of ['5', '7', '8', '2']) await user.click(screen.getByRole('button', { name: key }));
  await user.click(await button('Hand over, ₹2,098'));
  await waitFor(() =>
    expect(sentMarks()).toMatchObject([{ kind: 'step', to_status: 'completed', handover_code: '5782' }]),
  );
  expect(await screen.findByText(/The bike is handed over/)).toBeTruthy();
});

test('the bill adds up: what was taken off, added and paid already stands between the work and what is left', async () => {
  floor.job = buildJob({
    status: 'ready',
    bill: { coupon: 'WEEKDAY10', discount: 169, fee_off: 0, changed: 0, fee: 100, carried: 0, credit: 50, paid: 1000 },
    due: 580,
  });
  openFloor();
  const bill = within(await screen.findByRole('region', { name: 'Bill' }));
  const rows = bill.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(rows).toEqual([
    ['General Service', '₹1,699'],
    ['Coupon WEEKDAY10', '-₹169'],
    ['Fee for changing late', '₹100'],
    ['Credit from us', '-₹50'],
    ['Paid', '-₹1,000'],
    ['To pay', '₹580'],
  ]);
});

test('without a network a handover stands as not confirmed, and a wrong code brings the bike back', async () => {
  floor.job = buildJob({ status: 'ready' });
  floor.reachable = false;
  const user = openFloor();
  for (const key of ['5', '7', '8', '2']) await user.click(await button(key));
  await user.click(await button('Hand over, ₹1,699'));
  expect(await screen.findByText(/Handed over, not confirmed/)).toBeTruthy();
  floor.backend = fakeBackend({
    'POST /rest/v1/rpc/my_duty': { body: 'mechanic' },
    'POST /rest/v1/rpc/get_job': () => ({ body: floor.job }),
    'POST /rest/v1/rpc/mark_job': () => rejected(422, 'wrong_code', { tries_left: 4 }),
  });
  act(() => void window.dispatchEvent(new Event('online')));
  expect((await screen.findByRole('alert')).textContent).toMatch(/not the code of this booking. 4 tries are left/);
  expect(await screen.findByRole('heading', { level: 1, name: 'Finish' })).toBeTruthy();
});
