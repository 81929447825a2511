import { act, screen, within } from '@testing-library/react';
import { forgetQueries } from '@twostroke/shared/api/use-query';
import type { FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { booking, bookingBackend, token } from '../testing/booking-fixtures.ts';
import { GET_BOOKING, openBooking } from '../testing/open-customer-booking.tsx';

const look = 15_000;
const point = { position: 1, group_name: 'Drive', label: 'Chain', note: null, value: null, unit: null };
const inspecting = {
  ...booking,
  status: 'inspecting',
  inspection: [{ ...point, point: 'chain', low_limit: null, high_limit: null, state: 'not_checked' }],
};
const seen = { ...inspecting, inspection: [{ ...inspecting.inspection[0], state: 'due_now' }] };

let hidden = false;
beforeEach(() => {
  forgetQueries();
  hidden = false;
  jest.useFakeTimers();
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (hidden ? 'hidden' : 'visible'));
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const wait = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
const turn = async (isHidden: boolean): Promise<void> => {
  hidden = isHidden;
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
};

test('the page of a link finds out what is new by itself, and says it', async () => {
  const backend = bookingBackend({ [GET_BOOKING]: { body: inspecting } });
  openBooking(token);
  await wait(0);
  expect(screen.queryByRole('heading', { name: 'What we looked at' })).toBeNull();
  backend.answer(GET_BOOKING, { body: seen });
  await wait(look);
  expect(screen.getByRole('heading', { name: 'What we looked at' })).toBeTruthy();
  expect(screen.getByText('1 of 1 points are looked at')).toBeTruthy();
  for (const { path, query } of backend.calls) expect(`${path}?${query}`).not.toContain(token);
});

test('a promised time is shown and announced on the page of a link', async () => {
  const backend = bookingBackend({ [GET_BOOKING]: { body: inspecting } });
  openBooking(token);
  await wait(0);
  backend.answer(GET_BOOKING, { body: { ...inspecting, ready_date: '2026-11-22', ready_time: '18:00' } });
  await wait(look);
  expect(screen.getByText(/^It will be ready on Sun 22.Nov by 6.pm$/)).toBeTruthy();
  expect(screen.getByText(/ready Sun 22.Nov by 6.pm/)).toBeTruthy();
});

test('a hidden page looks at nothing, and at once when it is seen again', async () => {
  const backend = bookingBackend({ [GET_BOOKING]: { body: inspecting } });
  openBooking(token);
  await wait(0);
  await turn(true);
  const before = backend.callsOf(GET_BOOKING).length;
  await wait(20 * look);
  expect(backend.callsOf(GET_BOOKING)).toHaveLength(before);
  await turn(false);
  await wait(0);
  expect(backend.callsOf(GET_BOOKING)).toHaveLength(before + 1);
  await wait(look);
  expect(backend.callsOf(GET_BOOKING)).toHaveLength(before + 2);
});

test('while it fails it looks more and more rarely, what is shown stays, and a finished job is left alone', async () => {
  const down: FakeAnswer = { status: 503, body: { message: 'down' } };
  const backend = bookingBackend({ [GET_BOOKING]: { body: seen } });
  openBooking(token);
  await wait(0);
  const looks = (): number => backend.callsOf(GET_BOOKING).length;
  const first = looks();
  backend.answer(GET_BOOKING, down);
  await wait(look);
  expect(looks()).toBeGreaterThan(first);
  const second = looks();
  await wait(look);
  expect(looks()).toBe(second);
  expect(screen.getByRole('heading', { name: 'What we looked at' })).toBeTruthy();
  backend.answer(GET_BOOKING, { body: { ...seen, status: 'completed' } });
  await wait(4 * look);
  const last = looks();
  await wait(40 * look);
  expect(looks()).toBe(last);
});

test('the question says how urgent a line is, shows its photos, and what happens without an answer', async () => {
  const line = {
    id: 'l1',
    name: 'Chain: Chain kit',
    reason: '1.2 % longer',
    price: 2199,
    minutes: 45,
    price_version: 1,
  };
  const asked = { ...line, status: 'proposed', decided_by: null, answer_by: '2026-11-21T07:04:00+00:00' };
  const measured = { ...seen.inspection[0], unit: '%', high_limit: 1, value: 1.2 };
  const photos = ['line-l1', 'point-chain', 'point-horn'].map((subject) => ({
    path: `${booking.id}/${subject}/1.webp`,
    subject,
    added_at: '2026-11-21T06:34:00+00:00',
  }));
  const backend = bookingBackend({
    [GET_BOOKING]: {
      body: {
        ...{
          ...seen,
          inspection: [measured],
          status: 'awaiting_approval',
          photos,
          extra_work: [{ ...asked, urgency: 'due_later' }],
        },
        concerns: [{ line: 1, label: 'Squeals when slow', answer: null, answer_note: null }],
      },
    },
  });
  backend.answer('POST /storage/v1/object/sign/job-photos', ({ body }) => ({
    body: (body as { paths: string[] }).paths.map((path) => ({ path, signedURL: `/object/sign/${path}`, error: null })),
  }));
  openBooking(token);
  await wait(0);
  const question = within(screen.getByRole('region', { name: /your answer$/ }));
  expect(question.getByText('Due soon, it can wait')).toBeTruthy();
  expect(question.getByText('You told us: Squeals when slow')).toBeTruthy();
  expect(question.getByRole('img', { name: '1.2 %, above the limit of 1 %' })).toBeTruthy();
  const report = within(screen.getByRole('region', { name: 'What we looked at' }));
  expect(report.getByText('You told us: Squeals when slow')).toBeTruthy();
  expect(question.getAllByRole('img', { name: /^Chain: Chain kit/ })).toHaveLength(2);
  expect(
    question.getByText(/^No answer by Sat 21.Nov, 12:34.pm: we call once, then leave it as it is\.$/),
  ).toBeTruthy();
});

test('what is being answered stays while the page renews itself', async () => {
  const line = { id: 'l1', name: 'Chain kit', reason: 'Worn', price: 2199, minutes: 45, status: 'proposed' };
  const asks = { ...seen, status: 'awaiting_approval', extra_work: [{ ...line, decided_by: null, price_version: 1 }] };
  const backend = bookingBackend({ [GET_BOOKING]: { body: asks } });
  openBooking(token);
  await wait(0);
  const yes = screen.getByRole('button', { name: /Yes.*Chain kit/i });
  yes.focus();
  const more = { ...line, id: 'l2', name: 'Rear tyre', decided_by: null, price_version: 1 };
  backend.answer(GET_BOOKING, { body: { ...asks, extra_work: [...asks.extra_work, more] } });
  await wait(look);
  expect(screen.getByText('We ask you about: Rear tyre')).toBeTruthy();
  expect(document.activeElement).toBe(yes);
});

test('the page reports once that its question is on the screen, not while it is hidden', async () => {
  const SEEN = 'POST /rest/v1/rpc/see_extra_work';
  const line = { id: 'l1', name: 'Chain kit', reason: 'Worn', price: 2199, minutes: 45, status: 'proposed' };
  const open = { ...line, decided_by: null, price_version: 1, seen_at: null };
  const asks = { ...seen, status: 'awaiting_approval', extra_work: [open] };
  const backend = bookingBackend({ [GET_BOOKING]: { body: asks }, [SEEN]: { body: { id: booking.id } } });
  hidden = true;
  openBooking(token);
  await wait(0);
  expect(screen.getByRole('button', { name: /Yes.*Chain kit/i })).toBeTruthy();
  expect(backend.callsOf(SEEN)).toHaveLength(0);
  await turn(false);
  await turn(true);
  await turn(false);
  expect(backend.callsOf(SEEN).map(({ body }) => body)).toEqual([{ booking: booking.id, manage_token: token }]);
  // Another line is another question; one that was seen is not told again.
  const more = { ...open, id: 'l2', name: 'Rear tyre' };
  backend.answer(GET_BOOKING, {
    body: { ...asks, extra_work: [{ ...open, seen_at: '2026-11-21T06:35:00Z' }, more] },
  });
  await wait(look);
  expect(backend.callsOf(SEEN)).toHaveLength(2);
});
