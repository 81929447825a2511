import { act, screen, waitFor, within } from '@testing-library/react';
import type { FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { ownPhotos } from '../features/work-on-jobs/own-photos.ts';
import { buildJob } from '../testing/build-job.ts';
import { floor, openFloor, resetFloor } from '../testing/open-floor.ts';

const path = '4f9c21ab-1111-4222-8333-444455556666/check-in/11111111-1111-4111-8111-111111111111.webp';
const route = `POST /storage/v1/object/job-photos/${path}`;
const photo = { path, photo: new Blob(['photo'], { type: 'image/webp' }), label: 'MH12ZZ0042, Check-in' };
const refused: FakeAnswer = { status: 400, body: { statusCode: '403', error: 'Unauthorized', message: 'No.' } };

beforeEach(() => {
  resetFloor();
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => undefined;
});

/** Nothing reaches Storage. */
const noNetwork = (): never => {
  throw new TypeError('Failed to fetch');
};
const online = () => act(() => void window.dispatchEvent(new Event('online')));
const take = () => act(() => ownPhotos().add(photo));
const calls = () => floor.backend.callsOf(route).length;

const pages: [name: string, open: () => void][] = [
  ['the list', () => openFloor('/admin?view=floor')],
  ['the finish page', () => openFloor()],
  ['a job that is handed over', () => openFloor()],
];

test.each(pages)('%s counts a photo that waits, and sends it when the network is back', async (name, open) => {
  if (name !== 'the list') floor.job = buildJob({ status: name === 'the finish page' ? 'ready' : 'completed' });
  floor.backend.answer(route, noNetwork);
  open();
  expect(await screen.findByText('All sent')).toBeTruthy();
  await take();
  expect(await screen.findByText('1 to send')).toBeTruthy();
  expect(await screen.findByText(/waits on this phone/)).toBeTruthy();
  const tried = calls();
  floor.backend.answer(route, { body: { Id: '1', Key: path } });
  await online();
  expect(await screen.findByText('All sent')).toBeTruthy();
  expect(calls()).toBe(tried + 1);
});

test('without a waiting photo nothing is asked of Storage', async () => {
  openFloor('/admin?view=floor');
  expect(await screen.findByText('All sent')).toBeTruthy();
  await online();
  expect(floor.backend.calls.filter((call) => call.path.startsWith('/storage/'))).toEqual([]);
});

test('the list shows a refused photo with its reason until it is removed', async () => {
  floor.backend.answer(route, refused);
  const user = openFloor('/admin?view=floor');
  await screen.findByText('All sent');
  await take();
  const note = within(await screen.findByRole('alert'));
  expect(note.getByText('Could not send: MH12ZZ0042, Check-in.')).toBeTruthy();
  expect(note.getByText(/the job is no longer yours/)).toBeTruthy();
  expect(note.getByRole('img', { name: 'MH12ZZ0042, Check-in, not sent' })).toBeTruthy();
  expect(screen.getByText('1 not sent')).toBeTruthy();
  expect(screen.queryByText('All sent')).toBeNull();
  await online();
  expect(calls()).toBe(1);
  await user.click(note.getByRole('button', { name: 'Remove: photo, MH12ZZ0042, Check-in' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.getByText('All sent')).toBeTruthy();
});

test('a file that is no photo is refused with a sentence', async () => {
  floor.job = buildJob({ status: 'assigned', inspection: [] });
  const user = openFloor();
  await user.upload(await screen.findByLabelText('Add a photo: Check-in'), new File(['odd'], 'a.jpg', { type: 'image/jpeg' })); // oxfmt-ignore
  expect(await screen.findByText('This photo could not be read. Take another one.')).toBeTruthy();
  expect(screen.getByText('All sent')).toBeTruthy();
});

test('points that are fine, what the customer wrote and lines that speak of a photo have a button for one', async () => {
  const line = {
    group_name: 'Chain',
    done_at: null,
    not_needed: null,
    is_concern: false,
    answer: null,
    answer_note: null,
  };
  const [pads] = buildJob().inspection;
  floor.job = buildJob({
    status: 'in_service',
    inspection: [{ ...pads!, state: 'ok', marked_at: '2026-11-24T05:30:00+00:00' }],
    checklist: [
      { ...line, line: 1, label: 'Squeals from behind', is_concern: true },
      { ...line, line: 2, label: 'Sprocket teeth checked, photo if worn' },
      { ...line, line: 3, label: 'Chain oiled' },
    ],
  });
  openFloor();
  for (const what of ['Squeals from behind', 'Sprocket teeth checked, photo if worn', 'Front pads'])
    expect(await screen.findByLabelText(`Add a photo: ${what}`)).toBeTruthy();
  expect(screen.queryByLabelText('Add a photo: Chain oiled')).toBeNull();
});

test('a refused photo is sent again with a press', async () => {
  floor.backend.answer(route, refused);
  const user = openFloor('/admin?view=floor');
  await screen.findByText('All sent');
  await take();
  const again = await screen.findByRole('button', { name: 'Send again: photo, MH12ZZ0042, Check-in' });
  floor.backend.answer(route, { body: { Id: '1', Key: path } });
  await user.click(again);
  expect(await screen.findByText('All sent')).toBeTruthy();
});
