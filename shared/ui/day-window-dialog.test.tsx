import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DayWindowDialog } from './day-window-dialog.tsx';

const words = {
  title: 'Move',
  button: 'Move it',
  busy: 'Moving',
  keep: 'Keep the time',
  legend: 'Free times',
  loading: 'Loading',
  none: 'Nothing is free.',
  more: 'Show the next seven days',
  required: 'Choose a time',
  places: (free: number) => `${free} free`,
};

/** Opens the dialog on 1 November and presses "Show the next seven days" for as long as it is offered. */
async function daysAskedFor(lastDay: string): Promise<string[]> {
  const load = jest.fn((date: string) =>
    Promise.resolve({ times: [{ date, start: '09:00', end: '11:00', free: 1 }], lastDay }),
  );
  render(
    <DayWindowDialog
      open
      onClose={() => undefined}
      words={words}
      intro="Now: Monday."
      today="2026-11-01"
      load={load}
      explainLoad={() => 'We could not load the free times.'}
      take={() => Promise.resolve(null)}
    />,
  );
  let shown = (await screen.findAllByRole('radio')).length;
  for (;;) {
    const more = screen.queryByRole('button', { name: 'Show the next seven days' });
    if (!more) break;
    await userEvent.click(more);
    shown += 1;
    await screen.findByText(
      (_, element) => element?.tagName === 'FORM' && element.querySelectorAll('input').length === shown,
    );
  }
  return [...new Set(load.mock.calls.map(([date]) => date))];
}

test.each([
  ['2026-12-01', ['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22', '2026-11-29']],
  ['2026-11-29', ['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22', '2026-11-29']],
  ['2026-11-28', ['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22']],
  ['2026-11-05', ['2026-11-01']],
])('every day up to %s, the last that can be booked, can be chosen', async (lastDay, weeks) => {
  expect(await daysAskedFor(lastDay)).toEqual(weeks);
});
