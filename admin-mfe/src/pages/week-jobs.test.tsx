import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rejected } from '@twostroke/shared/testing/fake-backend';
import { dropJob } from '../testing/drop-job.ts';
import { freeTimes, open, shop } from '../testing/open-admin.tsx';
import { answerCalls } from '../testing/open-caller.tsx';
import { today, tomorrow } from '../testing/shop-bookings.ts';

const week = '/admin?view=week&date=2026-11-21';
const MOVE = 'POST /rest/v1/rpc/reschedule_booking';
const ASSIGN = 'POST /rest/v1/rpc/assign_job';
const colleague = (name: string) => ({ user_id: name, name, duty: 'mechanic' as const, active: true });
/** The next days: the time of today's booking is free on the first one. */
const free = {
  ...freeTimes,
  days: ['2026-11-22', '2026-11-23'].map((date) => ({
    ...{ date, closed: null, note: null },
    windows: ['09', '11'].map((hour) => ({
      start: `${hour}:00`,
      end: `${+hour + 2}:00`,
      free: 1,
      places: 3,
      why: null,
    })),
  })),
};

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-20T11:00:00+05:30'), advanceTimers: true });
  shop.colleagues = [colleague('Imran'), colleague('Sagar')];
  shop.bookings = [{ ...today, status: 'assigned', mechanic: 'Sagar' }, tomorrow];
  shop.backend.answer('POST /rest/v1/rpc/list_slots', { body: free });
});
afterEach(() => jest.useRealTimers());

const bodies = (call: typeof MOVE | typeof ASSIGN) => shop.backend.callsOf(call).map(({ body }) => body);
const jobOf = (name: RegExp) => screen.findByRole('link', { name });
/** The cell of a person and a day of the week, Monday first. */
async function cellOf(name: RegExp, day: number): Promise<HTMLElement> {
  return within(await screen.findByRole('row', { name })).getAllByRole('cell')[day]!;
}

test('keys assign, move and open a job of the week, and book for its customer', async () => {
  answerCalls();
  const user = userEvent.setup();
  const { router } = open(week);
  (await jobOf(/^0042/)).focus();
  await user.keyboard('m');
  expect(await screen.findByText(/^Now: Sat 21.Nov, 11.am – 1.pm/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Keep the time' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  (await jobOf(/^0042/)).focus();
  await user.keyboard('a');
  const menu = within(await screen.findByRole('dialog', { name: /^MH12ZZ0042, General Service/ }));
  await user.click(menu.getByRole('button', { name: 'Imran' }));
  await waitFor(() => expect(bodies(ASSIGN)).toEqual([{ booking: today.id, mechanic: 'Imran', expected_mechanic: 'Sagar' }])); // oxfmt-ignore
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  (await jobOf(/^0042/)).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.search).toBe(`?booking=${today.id}`));
  await act(() => router.navigate(week));
  (await jobOf(/^0042/)).focus();
  await user.keyboard('b');
  await waitFor(() => expect(router.state.location.state).toEqual({ phone: today.phone }));
});

test('a job that is dropped on another day and person keeps its time where that is free, and changes hands once it is moved', async () => {
  const user = userEvent.setup();
  open(week);
  dropJob(await cellOf(/^Imran/, 6), await jobOf(/^0042/));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to another time' }));
  await user.selectOptions(await dialog.findByLabelText('Who caused the change'), 'shop');
  await user.click(await dialog.findByRole('button', { name: /Sun 22.Nov, 11.am – 1.pm/ }));
  await waitFor(() => expect(bodies(ASSIGN)).toEqual([{ booking: today.id, mechanic: 'Imran', expected_mechanic: 'Sagar' }])); // oxfmt-ignore
  expect(bodies(MOVE)).toMatchObject([{ booking: today.id, date: '2026-11-22', start: '11:00', cause: 'shop' }]);
  expect(shop.backend.callsOf('POST /rest/v1/rpc/list_slots')[0]?.body).toMatchObject({ from_date: '2026-11-22' });
});

test('on the same day it changes hands at once, and the database says why not', async () => {
  shop.backend.answer(ASSIGN, rejected(409, 'not_here', { mechanic: 'Imran', day: '2026-11-21' }));
  open(week);
  dropJob(await cellOf(/^Imran/, 5), await jobOf(/^0042/));
  expect(await screen.findByText('MH12ZZ0042 is not assigned to Imran')).toBeTruthy();
  expect(screen.getByText(/^Imran is not here on Sat 21.Nov. Choose somebody else.$/)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(bodies(MOVE)).toEqual([]);
});

test('a day that is over and the row of unassigned jobs take no job, and say so; a closed day takes none', async () => {
  shop.backend.answer('GET /rest/v1/closures', { body: [{ date: '2026-11-22', closes_at: null, reason: 'Holi' }] });
  open(week);
  const job = await jobOf(/^0042/);
  dropJob(await cellOf(/^Sagar/, 0), job);
  expect(await screen.findByText('This day is over. Choose another.')).toBeTruthy();
  dropJob(await cellOf(/^Not assigned/, 5), job);
  expect(await screen.findByText('Somebody has this job. Drop it on another person.')).toBeTruthy();
  const closed = await cellOf(/^Sagar/, 6);
  dropJob(closed, job);
  expect(closed.textContent).toBe('Holi');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a foreman assigns but moves nothing', async () => {
  shop.duty = 'foreman';
  open(week);
  dropJob(await cellOf(/^Imran/, 6), await jobOf(/^0042/));
  expect(await screen.findByText("You don't have permission for this.")).toBeTruthy();
  dropJob(await cellOf(/^Imran/, 5), await jobOf(/^0042/));
  await waitFor(() => expect(bodies(ASSIGN)).toHaveLength(1));
});

test('the list has the menu of each job, and takes a job on another day', async () => {
  open(`${week}&rows=list`);
  fireEvent.click(await screen.findByRole('button', { name: 'More for MH12ZZ0042' }));
  const menu = within(await screen.findByRole('dialog', { name: /^MH12ZZ0042/ }));
  fireEvent.click(menu.getByRole('button', { name: /^Move/ }));
  expect(await screen.findByRole('dialog', { name: 'Move to another time' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Keep the time' }));
  dropJob(screen.getByRole('region', { name: /^Sun 22.Nov/ }), await jobOf(/MH 12 ZZ 0042/));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to another time' }));
  expect(await dialog.findByRole('button', { name: /Sun 22.Nov, 11.am – 1.pm/ })).toBeTruthy();
});

test('an accountant moves nothing', async () => {
  shop.duty = 'accountant';
  open(week);
  const job = await jobOf(/^0042/);
  expect(job.closest('[data-job]')?.getAttribute('draggable')).toBe('false');
  expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull();
});
