import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rejected } from '@twostroke/shared/testing/fake-backend';
import { dropJob } from '../testing/drop-job.ts';
import { open, shop } from '../testing/open-admin.tsx';
import { today, tomorrow } from '../testing/shop-bookings.ts';

const colleague = (name: string) => ({ user_id: name, name, duty: 'mechanic' as const, active: true });
const board = '/admin?date=2026-11-21';

/** Lets the clock stand at 11 am of the day of the board, and tick by hand. */
function stopClock(): void {
  jest.useFakeTimers({ now: new Date('2026-11-21T11:00:00+05:30'), doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance', 'requestAnimationFrame'] }); // oxfmt-ignore
}
afterEach(() => jest.useRealTimers());

const needs = () => within(screen.getByRole('navigation', { name: 'What needs you' }));

test('a bike of an earlier day is shown in the workshop with its days in house, promised time and mechanic', async () => {
  stopClock();
  shop.bookings = [{ ...today, booking_date: '2026-11-19', ready_date: '2026-11-20', status: 'in_service', mechanic: 'Sagar' }]; // oxfmt-ignore
  shop.onBoard = { [today.id]: { here_since: '2026-11-19T11:05:00+05:30', status_since: '2026-11-21T10:00:00+05:30', allowed_minutes: 50 } }; // oxfmt-ignore
  open(board);
  const yard = within(await screen.findByRole('region', { name: 'In the workshop from earlier days' }));
  const bike = yard.getByRole('link');
  for (const words of ['MH 12 ZZ 0042', 'Day 3, in service', /promised Fri 20.Nov, late/, /10.min over/, 'Sagar'])
    expect(bike.textContent).toMatch(words);
  expect(screen.getAllByText('MH 12 ZZ 0042')).toHaveLength(1);
});

test('a promised time is shown on the card, and counts as over its time when it has passed', async () => {
  stopClock();
  shop.bookings = [{ ...today, status: 'in_service', mechanic: 'Sagar', ready_time: '11:01' }];
  open(board);
  const card = within(await screen.findByRole('region', { name: 'At the gate' }));
  expect(card.getByText(/^promised 11:01.am$/)).toBeTruthy();
  expect(needs().getByRole('link', { name: /Over their time/ }).textContent).toMatch(/^0/);
  act(() => void jest.advanceTimersByTime(60_000));
  expect(await card.findByText(/^promised 11:01.am, late$/)).toBeTruthy();
  expect(needs().getByRole('link', { name: /Over their time/ }).textContent).toMatch(/^1/);
});

test('the clock goes on without a reload: what passes its limit is counted', async () => {
  stopClock();
  shop.onBoard = { [today.id]: { allowed_minutes: 60, status_since: '2026-11-21T10:00:00+05:30' } };
  open(board);
  expect(await screen.findByText(/1.h of 1.h/)).toBeTruthy();
  expect(needs().getByRole('link', { name: /Over their time/ }).textContent).toMatch(/^0/);
  act(() => void jest.advanceTimersByTime(60_000));
  expect(await screen.findByText(/1.min over/)).toBeTruthy();
  expect(needs().getByRole('link', { name: /Over their time/ }).textContent).toMatch(/^1/);
});

test('a count lists exactly what it counts, instead of the board, and leads back', async () => {
  open(board);
  await screen.findByRole('region', { name: 'At the gate' });
  const user = userEvent.setup();
  await user.click(needs().getByRole('link', { name: '2 Not assigned' }));
  const list = within(await screen.findByRole('region', { name: 'Not assigned 2' }));
  expect(list.getAllByRole('link', { name: /ZZ/ })).toHaveLength(2);
  expect(screen.queryByRole('region', { name: 'At the gate' })).toBeNull();
  await user.click(list.getByRole('link', { name: 'Whole board' }));
  expect(await screen.findByRole('region', { name: 'At the gate' })).toBeTruthy();
});

test('by person: the switch stays in the address, and unassigned jobs come first', async () => {
  shop.colleagues = [colleague('Sagar')];
  shop.bookings = [{ ...today, status: 'assigned', mechanic: 'Sagar' }, { ...tomorrow, booking_date: today.booking_date }]; // oxfmt-ignore
  const { router } = open(board);
  await userEvent.click(await screen.findByRole('link', { name: 'By person' }));
  const unassigned = within(await screen.findByRole('region', { name: 'Not assigned' }));
  expect(unassigned.getByText('MH 14 ZZ 0029')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Sagar' })).getByText('MH 12 ZZ 0042')).toBeTruthy();
  expect(router.state.location.search).toBe('?date=2026-11-21&lanes=people');
});

test('a card is given to a mechanic from its menu, and back by the toast', async () => {
  shop.colleagues = [colleague('Imran'), colleague('Sagar')];
  shop.bookings = [{ ...today, status: 'assigned', mechanic: 'Sagar' }];
  open(board);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'More for MH12ZZ0042' }));
  const menu = within(await screen.findByRole('dialog', { name: /^MH12ZZ0042/ }));
  await user.click(menu.getByRole('button', { name: 'Imran' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('MH12ZZ0042 is Sagar’s again')).toBeTruthy();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/assign_job').map(({ body }) => body)).toEqual([
    { booking: today.id, mechanic: 'Imran', expected_mechanic: 'Sagar' },
    { booking: today.id, mechanic: 'Sagar', expected_mechanic: 'Imran' },
  ]);
});

test('who was slower reads who has the job by now', async () => {
  shop.colleagues = [colleague('Imran')];
  shop.backend.answer('POST /rest/v1/rpc/assign_job', rejected(409, 'assigned_meanwhile', { mechanic: 'Sagar' }));
  open(board);
  const card = await screen.findByRole('link', { name: /MH 12 ZZ 0042/ });
  card.focus();
  const user = userEvent.setup();
  await user.keyboard('a');
  const menu = within(await screen.findByRole('dialog', { name: /^MH12ZZ0042/ }));
  await user.click(menu.getByRole('button', { name: 'Imran' }));
  expect(await menu.findByText('Sagar has this job by now.')).toBeTruthy();
});

const places = ['09:00', '11:00'].map((start) => ({
  mode: 'doorstep',
  starts: `${start}:00`,
  ends: `${Number(start.slice(0, 2)) + 2}:00:00`,
  places: 3,
  taken: 0,
}));

test('a card that is dropped on another window is moved for a cause; the database explains a refusal', async () => {
  shop.backend.answer('POST /rest/v1/rpc/list_places', { body: places });
  shop.backend.answer('POST /rest/v1/rpc/reschedule_booking', rejected(409, 'slot_taken', { alternatives: [] }));
  open(board);
  const gate = within(await screen.findByRole('region', { name: 'At the gate' }));
  dropJob(gate.getByText(/^9–.11.am$/).closest('div')!);
  const user = userEvent.setup();
  const dialog = within(await screen.findByRole('dialog', { name: /^Move MH12ZZ0042 to Sat 21.Nov, 9–.11.am$/ }));
  await user.click(dialog.getByRole('button', { name: 'Move it' }));
  expect(dialog.getByText('Choose who caused the change')).toBeTruthy();
  await user.click(dialog.getByRole('radio', { name: /^Ours/ }));
  await user.click(dialog.getByRole('button', { name: 'Move it' }));
  expect(await dialog.findByRole('alert')).toBeTruthy();
  shop.backend.answer('POST /rest/v1/rpc/reschedule_booking', { body: {} });
  await user.click(dialog.getByRole('button', { name: 'Move it' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(/^MH12ZZ0042 is back at Sat 21.Nov, 11 am/)).toBeTruthy();
  const moves = shop.backend.callsOf('POST /rest/v1/rpc/reschedule_booking').slice(1);
  expect(moves.map(({ body }) => body)).toEqual([
    { booking: today.id, date: '2026-11-21', start: '09:00', expected_fee: 0, cause: 'shop' },
    { booking: today.id, date: '2026-11-21', start: '11:00', expected_fee: 0, cause: 'shop' },
  ]);
});

test('what a dropped card costs the customer is on the button from the first', async () => {
  const MOVE = 'POST /rest/v1/rpc/reschedule_booking';
  shop.terms = { ...shop.terms, cancel_fee: 100, move_fee: 100 };
  shop.backend.answer('POST /rest/v1/rpc/list_places', { body: places });
  shop.backend.answer(MOVE, { body: {} });
  open(board);
  const gate = within(await screen.findByRole('region', { name: 'At the gate' }));
  dropJob(gate.getByText(/^9–.11.am$/).closest('div')!);
  const user = userEvent.setup();
  const dialog = within(await screen.findByRole('dialog', { name: /^Move MH12ZZ0042/ }));
  await user.click(dialog.getByRole('radio', { name: /^The customer/ }));
  await dialog.findByRole('button', { name: 'Move for ₹100' });
  await user.click(dialog.getByRole('radio', { name: /^Ours/ }));
  expect(dialog.getByRole('button', { name: 'Move it' })).toBeTruthy();
  await user.click(dialog.getByRole('radio', { name: /^The customer/ }));
  await user.click(dialog.getByRole('button', { name: 'Move for ₹100' }));
  await waitFor(() => expect(shop.backend.callsOf(MOVE)).toHaveLength(1));
  expect(shop.backend.callsOf(MOVE)[0]?.body).toMatchObject({ cause: 'customer', expected_fee: 100 });
});

test('a fee that changes while a card is dropped stands on the button beside the former one', async () => {
  const MOVE = 'POST /rest/v1/rpc/reschedule_booking';
  shop.backend.answer('POST /rest/v1/rpc/list_places', { body: places });
  shop.backend.answer(MOVE, rejected(409, 'fee_changed', { fee: 100 }));
  open(board);
  const gate = within(await screen.findByRole('region', { name: 'At the gate' }));
  dropJob(gate.getByText(/^9–.11.am$/).closest('div')!);
  const user = userEvent.setup();
  const dialog = within(await screen.findByRole('dialog', { name: /^Move MH12ZZ0042/ }));
  await user.click(dialog.getByRole('radio', { name: /^The customer/ }));
  await user.click(dialog.getByRole('button', { name: 'Move it' }));
  const changed = await dialog.findByRole('button', { name: 'Move for ₹100, was free' });
  shop.backend.answer(MOVE, { body: {} });
  await waitFor(() => expect(changed.getAttribute('aria-disabled')).toBeNull());
  await user.click(changed);
  await waitFor(() => expect(shop.backend.callsOf(MOVE)).toHaveLength(2));
  expect(shop.backend.callsOf(MOVE)[1]?.body).toMatchObject({ cause: 'customer', expected_fee: 100 });
});

test('a card that is dropped on the lane of a mechanic is given to them', async () => {
  shop.colleagues = [colleague('Imran')];
  open(`${board}&lanes=people`);
  const lane = within(await screen.findByRole('region', { name: 'Imran' }));
  dropJob(lane.getByText('11 am – 1 pm', { normalizer: (text) => text.replaceAll('\u00a0', ' ') }).closest('div')!);
  expect(await screen.findByText('MH12ZZ0042 is assigned to Imran')).toBeTruthy();
});

test('the lane of an absent person is marked and accepts no card', async () => {
  shop.colleagues = [colleague('Imran')];
  shop.away = ['Imran'];
  open(`${board}&lanes=people`);
  const lane = within(await screen.findByRole('region', { name: 'Imran' }));
  expect(lane.getByText('not here')).toBeTruthy();
  dropJob(lane.getByText('11 am – 1 pm', { normalizer: (text) => text.replaceAll('\u00a0', ' ') }).closest('div')!);
  expect(shop.backend.callsOf('POST /rest/v1/rpc/assign_job')).toEqual([]);
  shop.backend.answer(
    'POST /rest/v1/rpc/assign_job',
    rejected(409, 'not_here', { mechanic: 'Imran', day: '2026-11-21' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'More for MH12ZZ0042' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Imran' }));
  expect(await screen.findByText(/^Imran is not here on Sat 21.Nov. Choose somebody else.$/)).toBeTruthy();
});

test('the menu of a card leads to the promise of a time', async () => {
  shop.bookings = [{ ...today, status: 'in_service', mechanic: 'Sagar' }];
  open(board);
  await userEvent.click(await screen.findByRole('button', { name: 'More for MH12ZZ0042' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Promise a time' }));
  const sheet = within(await screen.findByRole('dialog', { name: `Booking ${today.number}` }));
  expect(await sheet.findByLabelText('By what time (optional)')).toBeTruthy();
});

test('a mechanic has no menu and moves nothing', async () => {
  shop.duty = 'mechanic';
  open(board);
  const card = await screen.findByRole('link', { name: /MH 12 ZZ 0042/ });
  expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull();
  expect(card.closest('[data-job]')?.getAttribute('draggable')).toBe('false');
});

test('wrong handover codes are an alarm with the number to call, on whatever is shown', async () => {
  const at = '2026-11-21T10:40:00+05:30';
  shop.onBoard = {
    [today.id]: { code_alarm: { tries: 3, at, by: 'Sagar', left_at: null } },
    [tomorrow.id]: { code_alarm: { tries: 1, at, by: 'Sagar', left_at: at }, phone: null },
  };
  open(`${board}&need=ready`);
  const alarm = await screen.findByRole('alert');
  expect(alarm.textContent).toMatch(
    /MH12ZZ0042: typed wrong 3 times, last Sat 21.Nov, 10:40.am by Sagar. Keep the bike/,
  );
  expect(
    within(alarm)
      .getByRole('link', { name: /^90000.00012$/ })
      .getAttribute('href'),
  ).toBe('tel:+919000000012');
  expect(alarm.textContent).toMatch(
    /MH14ZZ0029: it left on a wrong code, Sat 21.Nov, 10:40.am, handed over by Sagar. Ask the desk/,
  );
});

test('a busy window draws its first cards, and the others when asked', async () => {
  shop.bookings = Array.from({ length: 11 }, (_, n) => ({ ...today, id: `${n}`, number: `${n}`, vehicle_number: `MH12ZZ10${10 + n}` })); // oxfmt-ignore
  open(board);
  const gate = within(await screen.findByRole('region', { name: 'At the gate' }));
  expect(gate.getAllByRole('link')).toHaveLength(6);
  await userEvent.click(gate.getByRole('button', { name: 'Show 5 more' }));
  await waitFor(() => expect(gate.getAllByRole('link')).toHaveLength(11));
});

test('who waits for a place on another day is counted by day, and the count leads to that day', async () => {
  const waiting_elsewhere = [{ date: '2026-11-22', count: 1 }, { date: '2026-11-25', count: 3 }]; // oxfmt-ignore
  shop.backend.answer('POST /rest/v1/rpc/list_board', {
    body: { bookings: [], elsewhere: [], away: [], unlisted: 0, waiting_elsewhere },
  });
  open(board);
  const list = within(await screen.findByRole('region', { name: 'Waitlist, other days 4' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Sun.22.Nov.* 1 waits$/),
    expect.stringMatching(/^Wed.25.Nov.* 3 wait$/),
  ]);
  await userEvent.click(list.getByRole('link', { name: /Wed.25.Nov/ }));
  await waitFor(() =>
    expect(shop.backend.callsOf('POST /rest/v1/rpc/list_board').at(-1)?.body).toEqual({ day: '2026-11-25' }),
  );
});

test.each([
  ['on its card', today.booking_date],
  ['in the yard', '2026-11-19'],
])('while the customer answers, it is shown %s when the question was sent and seen', async (_, booking_date) => {
  stopClock();
  shop.bookings = [{ ...today, booking_date, status: 'awaiting_approval', mechanic: 'Sagar' }];
  const question = { sent_at: '2026-11-21T10:30:00+05:30', seen_at: '2026-11-21T10:34:00+05:30' };
  shop.onBoard = { [today.id]: { question, here_since: '2026-11-19T11:05:00+05:30' } };
  open(board);
  expect(await screen.findByText(/^Sent 10:30.am, seen 10:34.am$/)).toBeTruthy();
});
