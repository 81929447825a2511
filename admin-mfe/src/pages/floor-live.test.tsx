import { act, screen, waitFor, within } from '@testing-library/react';
import { fakeBackend, rejected } from '@twostroke/shared/testing/fake-backend';
import { fill } from '@twostroke/shared/testing/fill';
import { buildJob } from '../testing/build-job.ts';
import {
  changeJob,
  floor,
  goLive,
  isChecked,
  openFloor,
  resetFloor,
  sentMarks,
  takeMark,
} from '../testing/open-floor.ts';

beforeEach(resetFloor);

const line = { id: 'w1', name: 'Front pads', reason: 'Worn', price: 999, price_version: 1, item_id: null };
const asked = { ...line, minutes: 30, status: 'proposed' as const, decided_by: null, urgency: null };

test('the answer of the customer shows while the page is open, and what is typed stays', async () => {
  floor.job = buildJob({ status: 'awaiting_approval', resume_status: 'in_service', extra_work: [asked] });
  openFloor();
  expect(await screen.findByText('Waits for the customer’s answer. You can go on looking.')).toBeTruthy();
  await goLive();
  changeJob({ status: 'in_service', extra_work: [{ ...asked, status: 'approved', decided_by: 'customer' }] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Job card' })).toBeTruthy();
  expect(screen.getByText('In service', { selector: '[role=status]' })).toBeTruthy();
});

test('what is typed stays when somebody else proposes work and the customer answers', async () => {
  floor.job = buildJob({ status: 'in_service' });
  const user = openFloor();
  await user.click(await screen.findByText('Something else found'));
  await fill(screen.getByLabelText('Work'), 'Side stand spring');
  await goLive();
  changeJob({ status: 'awaiting_approval', extra_work: [asked] });
  expect(await screen.findByText('The customer is answering. Propose more work after that.')).toBeTruthy();
  changeJob({ status: 'in_service' });
  await waitFor(() => expect(screen.queryByText(/The customer is answering/)).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('Work').value).toBe('Side stand spring');
});

test('what waits on the phone stays on top of what others change', async () => {
  const user = openFloor();
  await screen.findByRole('heading', { level: 1, name: 'Inspection' });
  await goLive();
  floor.reachable = false;
  await user.click(screen.getByRole('radio', { name: 'Front pads: Now' }));
  changeJob({ approval_limit: 750 });
  expect(await screen.findByText(/limit ₹750/)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Front pads: Now' }).checked).toBe(true);
  expect(screen.getByText('1 to send')).toBeTruthy();
});

test('a reading that the answer to a mark overtook is not shown', async () => {
  const user = openFloor();
  await screen.findByRole('heading', { level: 1, name: 'Inspection' });
  await goLive();
  const before = floor.job;
  let answerOld: (() => void) | undefined;
  floor.backend.answer('POST /rest/v1/rpc/get_job', () =>
    answerOld
      ? { body: floor.job }
      : new Promise((resolve) => {
          answerOld = () => resolve({ body: before });
        }),
  );
  changeJob({});
  await waitFor(() => expect(answerOld).toBeTruthy());
  await user.click(screen.getByRole('radio', { name: 'Front pads: Now' }));
  await waitFor(() => expect(sentMarks()).toHaveLength(1));
  expect(await screen.findByText('All sent')).toBeTruthy();
  const readings = (): number => floor.backend.callsOf('POST /rest/v1/rpc/get_job').length;
  const soFar = readings();
  act(() => answerOld?.());
  await waitFor(() => expect(readings()).toBe(soFar + 1), { timeout: 5000 });
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Front pads: Now' }).checked).toBe(true);
});

test('a job that is given to somebody else says so, and comes back as it was', async () => {
  floor.job = buildJob({ status: 'assigned', inspection: [] });
  const user = openFloor();
  await user.type(await screen.findByLabelText('Odometer (km)'), '12450');
  await goLive();
  floor.backend.answer('POST /rest/v1/rpc/get_job', rejected(404, 'not_found'));
  changeJob({});
  expect((await screen.findByRole('alert')).textContent).toBe('Somebody else has this job now.');
  expect(screen.queryByRole('button', { name: 'Check in, start inspection' })).toBeNull();
  floor.backend.answer('POST /rest/v1/rpc/get_job', () => ({ body: floor.job }));
  changeJob({});
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('Odometer (km)').value).toBe('12450');
});

test('the list follows what others assign, and says whether it is live', async () => {
  openFloor('/admin?view=floor');
  const row = async (): Promise<HTMLElement> => within(await screen.findByRole('list')).findByRole('link');
  expect((await row()).textContent).toContain('Sagar');
  expect(screen.getByText('Not live')).toBeTruthy();
  await goLive();
  expect(await screen.findByText('Live')).toBeTruthy();
  changeJob({ mechanic: 'Ravi', status: 'assigned' });
  await waitFor(async () => expect((await row()).textContent).toContain('Ravi'));
  act(() => floor.realtime.lose('admin-day'));
  expect(await screen.findByText('Not live')).toBeTruthy();
});

test('without a network the prices say from when they are', async () => {
  jest.useFakeTimers({ now: new Date('2026-11-21T12:57:00+05:30'), doNotFake: ['setTimeout', 'setInterval'] });
  openFloor();
  await screen.findByRole('heading', { level: 1, name: 'Inspection' });
  await goLive();
  expect(screen.queryByText(/^Prices as of/)).toBeNull();
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  jest.setSystemTime(new Date('2026-11-21T15:00:00+05:30'));
  act(() => void window.dispatchEvent(new Event('offline')));
  expect((await screen.findByText(/^Prices as of/)).textContent).toBe('Prices as of Sat 21\u00a0Nov, 12:57\u00a0pm.');
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(screen.queryByText(/^Prices as of/)).toBeNull());
  jest.useRealTimers();
});

test('without a network a line beyond the limit waits for the customer, and so does the next step', async () => {
  floor.job = buildJob({ approval_limit: 998 });
  const user = openFloor();
  await user.click(await screen.findByRole('radio', { name: 'Rear pads: Now' }));
  await waitFor(() => expect(sentMarks()).toHaveLength(1));
  floor.reachable = false;
  await user.click(await screen.findByRole('button', { name: 'Send 1 line, ₹999' }));
  expect(await screen.findByText('1 to send')).toBeTruthy();
  expect(screen.getByText('Waits for the customer’s answer. You can go on looking.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Start the work' })).toBeNull();
});

test('without a network what is entered waits on the phone, is shown, and is sent once when it is back', async () => {
  const user = openFloor();
  await screen.findByRole('heading', { level: 1, name: 'Inspection' });
  floor.reachable = false;
  await user.click(screen.getByRole('radio', { name: 'Front pads: Fine' }));
  await user.click(screen.getByRole('radio', { name: 'Rear pads: Soon' }));
  expect(await screen.findByText('2 to send')).toBeTruthy();
  expect(screen.getByText(/waits on this phone/)).toBeTruthy();
  expect(isChecked(screen.getByRole('radio', { name: 'Rear pads: Soon' }))).toBe(true);
  floor.reachable = true;
  const before = sentMarks().length;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('All sent')).toBeTruthy();
  expect(
    sentMarks()
      .slice(before)
      .map((mark) => 'point' in mark && mark.point),
  ).toEqual(['front-pads', 'rear-pads']);
});

test('a rejected mark is shown with its reason and can be removed', async () => {
  floor.backend = fakeBackend({
    'POST /rest/v1/rpc/my_duty': { body: 'mechanic' },
    'POST /rest/v1/rpc/get_job': () => ({ body: floor.job }),
    'POST /rest/v1/rpc/mark_job': () => rejected(409, 'not_in_work', { status: 'ready' }),
  });
  const user = openFloor();
  await user.click(await screen.findByRole('radio', { name: 'Front pads: Fine' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/Could not send: Front pads: Fine/);
  await user.click(screen.getByRole('button', { name: 'Remove: Front pads: Fine' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('of two entries for one point both are shown with name and time, and the own one can be kept', async () => {
  const theirs = floor.job.inspection.map((point) => ({ ...point, state: 'due_now' as const, value: 1.9 }));
  floor.job = { ...floor.job, inspection: theirs };
  const standing = { by: 'Ravi', at: '2026-11-24T07:05:00+00:00' };
  floor.backend.answer('POST /rest/v1/rpc/mark_job', () => ({ body: { outcome: 'older', job: floor.job, standing } }));
  const user = openFloor();
  await user.click(await screen.findByRole('radio', { name: 'Front pads: Fine' }));
  const both = within(await screen.findByRole('alert'));
  expect(both.getByText(/^Yours, /).nextSibling?.textContent).toBe('Fine, 1.9 mm');
  expect(both.getByText('Ravi, 12:35 pm').nextSibling?.textContent).toBe('Now, 1.9 mm');
  expect(isChecked(screen.getByRole('radio', { name: 'Front pads: Now' }))).toBe(true);
  expect(screen.getByText('All sent')).toBeTruthy();
  floor.backend.answer('POST /rest/v1/rpc/mark_job', takeMark);
  await user.click(both.getByRole('button', { name: 'Keep mine: Front pads: Fine' }));
  await waitFor(() => expect(sentMarks()).toHaveLength(2));
  expect(sentMarks()[1]).toMatchObject({ kind: 'point', state: 'ok', replaces: standing.at });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(isChecked(screen.getByRole('radio', { name: 'Front pads: Fine' }))).toBe(true);
});
