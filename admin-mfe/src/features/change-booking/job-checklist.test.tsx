import type { BookingStatus } from '@twostroke/shared/domain/database-enum';
import { act, render as renderBare, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { JobCardLine, ChecklistUpdate } from '@twostroke/shared/api/bookings';
import { fakeBackend, type FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { fill } from '@twostroke/shared/testing/fill';
import type { ReactElement } from 'react';
import { DutyContext, type Duty } from '../../model/duty.ts';
import { JobChecklist } from './job-checklist.tsx';
import { ticksSaved } from './saved-ticks.ts';

const TICK = 'POST /rest/v1/rpc/tick_checklist';
const printed: JobCardLine[] = [
  ['Engine', 'Oil drained and refilled'],
  ['Engine', 'Air filter cleaned'],
  ['Engine', 'Idle set'],
  ['Brakes', 'Front brake adjusted'],
].map(([group_name = '', label = ''], index) => ({
  line: index + 1,
  group_name,
  label,
  done_at: null,
  not_needed: null,
  is_concern: false,
  answer: null,
  answer_note: null,
}));

/** Renders for a person of the shop. */
const render = (element: ReactElement, duty: Duty = 'mechanic') =>
  renderBare(element, { wrapper: ({ children }) => <DutyContext value={duty}>{children}</DutyContext> });

const reload = jest.fn(() => Promise.resolve());
let saved: JobCardLine[];
let backend: ReturnType<typeof fakeBackend>;

/** Ticks like the database. */
function save({ lines, done, not_needed }: ChecklistUpdate): FakeAnswer {
  saved = saved.map((line) =>
    lines.includes(line.line)
      ? { ...line, done_at: done ? '2026-11-21T06:00:00Z' : null, not_needed: not_needed ?? null }
      : line,
  );
  return { body: { left: 0, checklist: saved } };
}

const bookingOf = (status: BookingStatus, booking_checklist = printed) => ({
  id: 'booking-1',
  status,
  booking_checklist,
  ticks_read: ticksSaved(),
});
const box = (name: string): HTMLInputElement => screen.getByRole('checkbox', { name });

beforeEach(() => {
  saved = printed;
  backend = fakeBackend({ [TICK]: ({ body }) => save(body as ChecklistUpdate) });
});

test('groups the lines, counts a tick at once and saves it', async () => {
  render(<JobChecklist onChanged={reload} booking={bookingOf('in_service')} />);
  expect(within(screen.getByRole('group', { name: 'Engine' })).getAllByRole('checkbox')).toHaveLength(3);
  expect(screen.getByText('0 of 4')).toBeTruthy();
  await userEvent.click(box('Idle set'));
  expect(box('Idle set').checked).toBe(true);
  expect(screen.getByText('1 of 4')).toBeTruthy();
  await waitFor(() => expect(backend.callsOf(TICK)).toHaveLength(1));
  expect(backend.callsOf(TICK)[0]?.body).toEqual({ booking: 'booking-1', lines: [3], done: true });
  expect(screen.getByRole('status').textContent).toBe('1 of 4 done');
  await userEvent.click(box('Idle set'));
  await waitFor(() => expect(backend.callsOf(TICK)[1]?.body).toMatchObject({ lines: [3], done: false }));
  expect(screen.getByText('0 of 4')).toBeTruthy();
});

test('a tick that fails to save is undone, with a message at its line', async () => {
  backend.answer(TICK, () => {
    throw new TypeError('cut');
  });
  render(<JobChecklist onChanged={reload} booking={bookingOf('in_service')} />);
  await userEvent.click(box('Air filter cleaned'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(
    'This was not saved. Our server did not answer. Nothing is lost: check the connection and try again.',
  );
  expect(alert.closest('li')?.textContent).toContain('Air filter cleaned');
  expect(box('Air filter cleaned').checked).toBe(false);
  backend.answer(TICK, ({ body }) => save(body as ChecklistUpdate));
  await userEvent.click(box('Air filter cleaned'));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(box('Air filter cleaned').checked).toBe(true);
});

test('quick ticks are saved in sequence, and none is lost', async () => {
  const waiting: (() => void)[] = [];
  backend.answer(TICK, async ({ body }) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return save(body as ChecklistUpdate);
  });
  render(<JobChecklist onChanged={reload} booking={bookingOf('in_service')} />);
  for (const name of ['Oil drained and refilled', 'Idle set', 'Front brake adjusted']) await userEvent.click(box(name));
  expect(screen.getByText('3 of 4')).toBeTruthy();
  for (const nth of [1, 2, 3]) {
    await waitFor(() => expect(waiting).toHaveLength(nth));
    expect(backend.callsOf(TICK)).toHaveLength(nth);
    await act(async () => waiting[nth - 1]?.());
    expect(screen.getByText('3 of 4')).toBeTruthy();
  }
});

test('ticking a group ticks its open lines', async () => {
  render(<JobChecklist onChanged={reload} booking={bookingOf('in_service')} />);
  await userEvent.click(box('Air filter cleaned'));
  await userEvent.click(screen.getByRole('button', { name: 'Tick all 2 of Engine' }));
  await waitFor(() => expect(backend.callsOf(TICK)[1]?.body).toMatchObject({ lines: [1, 3], done: true }));
  expect(screen.getByText('3 of 4')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Tick all/ })).toBeNull();
});

test('a line can be marked as not needed with a reason, and reopened', async () => {
  render(<JobChecklist onChanged={reload} booking={bookingOf('in_service')} />);
  await userEvent.click(screen.getByText('A line is not needed?'));
  await userEvent.click(screen.getByRole('button', { name: 'Put the line aside' }));
  expect(screen.getByText('Choose the line')).toBeTruthy();
  expect(screen.getByText('Say why: the customer reads it')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Line'), 'Air filter cleaned');
  await fill(screen.getByLabelText('Why it is not needed'), 'Changed last month');
  await userEvent.click(screen.getByRole('button', { name: 'Put the line aside' }));
  expect(await screen.findByText('Changed last month')).toBeTruthy();
  expect(backend.callsOf(TICK)[0]?.body).toMatchObject({ lines: [2], done: true, not_needed: 'Changed last month' });
  expect(screen.getByText('1 of 4')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Needed after all: Air filter cleaned' }));
  await waitFor(() => expect(box('Air filter cleaned').checked).toBe(false));
});

test('data that the board reloads replaces the local state', () => {
  const { rerender } = render(<JobChecklist onChanged={reload} booking={bookingOf('in_service')} />);
  rerender(
    <JobChecklist
      onChanged={reload}
      booking={bookingOf('in_service', [{ ...printed[0]!, done_at: '2026-11-21T06:00:00Z' }])}
    />,
  );
  expect(screen.getByText('1 of 1')).toBeTruthy();
});

test('a reading that was begun before a tick was saved does not show its line open again', async () => {
  const overtaken = bookingOf('in_service', [...printed]);
  const { rerender } = render(<JobChecklist onChanged={reload} booking={bookingOf('in_service')} />);
  await userEvent.click(box('Idle set'));
  await waitFor(() => expect(ticksSaved()).toBe(overtaken.ticks_read + 1));
  rerender(<JobChecklist onChanged={reload} booking={overtaken} />);
  expect(box('Idle set').checked).toBe(true);
  // The next reading has it, and what others have ticked.
  rerender(
    <JobChecklist
      onChanged={reload}
      booking={bookingOf('in_service', [{ ...printed[0]!, done_at: '2026-11-21T06:00:00Z' }])}
    />,
  );
  expect(screen.getByText('1 of 1')).toBeTruthy();
});

test('in the quality check a line of work that was agreed there is ticked', async () => {
  render(<JobChecklist onChanged={reload} booking={bookingOf('quality_check')} />);
  await userEvent.click(box('Idle set'));
  await waitFor(() => expect(backend.callsOf(TICK)).toHaveLength(1));
});

test('what the customer wrote has its three answers, and is none of the lines that are ticked', async () => {
  const concern = { ...printed[0]!, line: 9, label: 'Squeals from behind', is_concern: true };
  backend.answer('POST /rest/v1/rpc/mark_job', { body: { outcome: 'applied' } });
  render(<JobChecklist onChanged={reload} booking={bookingOf('in_service', [concern, printed[1]!])} />);
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  const words = within(screen.getByRole('group', { name: 'The customer wrote: Squeals from behind' }));
  await userEvent.click(words.getByRole('radio', { name: 'Found, see line' }));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(backend.callsOf('POST /rest/v1/rpc/mark_job')[0]?.body).toMatchObject({
    booking: 'booking-1',
    mark: { kind: 'concern', line: 9, answer: 'found_see_line' },
  });
});

test('the job card is absent before the work and read-only after it', () => {
  const done = printed.map((line) => ({ ...line, done_at: '2026-11-21T06:00:00Z' }));
  const { rerender } = render(<JobChecklist onChanged={reload} booking={bookingOf('ready', done)} />);
  expect(screen.getByText('Job card: 4 of 4 done')).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
  rerender(<JobChecklist onChanged={reload} booking={bookingOf('inspecting', [])} />);
  expect(screen.queryByText(/Job card/)).toBeNull();
});

test('who does not work on jobs reads the card and ticks nothing', () => {
  render(<JobChecklist onChanged={reload} booking={bookingOf('in_service')} />, 'accountant');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.getByText('Job card: 0 of 4 done')).toBeTruthy();
});
