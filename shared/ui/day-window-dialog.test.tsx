import type { ArrivalWindow, SlotDay } from '@twostroke/shared/contracts/answers/slots';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DayWindowDialog, type DayWindowDialogProps } from './day-window-dialog.tsx';

const words = {
  title: 'Move',
  required: 'Choose a new time',
  button: (time: string) => `Move to ${time}`,
  atPrice: (price: string) => `Move for ${price}`,
  busy: 'Moving',
  keep: 'Keep the time',
};

const window = (start: string, end: string, free: number): ArrivalWindow => ({
  start,
  end,
  free,
  places: 3,
  why: free > 0 ? null : 'full',
  free_until: '2026-11-21T03:30:00Z',
});
const day = (date: string, ...windows: ArrivalWindow[]): SlotDay => ({ date, closed: null, note: null, windows });
const full = day('2026-11-23', window('09:00', '11:00', 0));
const tuesday = day('2026-11-24', window('09:00', '11:00', 2), window('11:00', '13:00', 1));
const wednesday = day('2026-11-25', window('14:00', '16:00', 3));

const reload = jest.fn();

function open(take: DayWindowDialogProps['take'], days = [full, tuesday, wednesday]) {
  const element = (shown: readonly SlotDay[]) => (
    <DayWindowDialog
      open
      onClose={() => undefined}
      words={words}
      intro="Now: Tuesday."
      times={{
        calendar: {
          status: 'ready',
          data: { today: '2026-11-23', minutes: 90, windows: 1, two_day: false },
          reload,
        },
        days: shown,
        hasMore: false,
        more: () => undefined,
        loadingMore: false,
        moreError: null,
      }}
      explainTimes={() => 'We could not load the free times.'}
      legend={(date) => `Windows of ${date}`}
      own={{ date: '2026-11-24', start: '09:00' }}
      price={{ words: 'free', was: null, isNew: false, changeFrom: () => undefined }}
      take={take}
    />
  );
  const { rerender } = render(element(days));
  return { show: (shown: readonly SlotDay[]) => rerender(element(shown)) };
}

const named = (name: RegExp | string) => screen.getByRole<HTMLInputElement>('radio', { name });

test('the first free day is shown, but no window is chosen for the customer', async () => {
  const take = jest.fn(() => Promise.resolve(null));
  open(take);
  expect(named(/^Tue 24.Nov/).checked).toBe(true);
  expect(named(/^Mon 23.Nov/).disabled).toBe(true);
  const windows = within(screen.getByRole('group', { name: 'Windows of 2026-11-24' }));
  expect(windows.getAllByRole<HTMLInputElement>('radio').some(({ checked }) => checked)).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Choose a new time' }));
  expect(take).not.toHaveBeenCalled();
  expect(windows.getByText('Choose a new time')).toBeTruthy();
  // The first window that can be chosen.
  expect(document.activeElement).toBe(named(/^11.am and 1.pm/));
});

test('the button says to which time it moves, and moves there', async () => {
  const take = jest.fn(() => Promise.resolve(null));
  open(take);
  await userEvent.click(named(/^Wed 25.Nov/));
  expect(screen.getByRole('button', { name: 'Choose a new time' })).toBeTruthy();
  await userEvent.click(named(/^2 and 4.pm/));
  await userEvent.click(screen.getByRole('button', { name: /^Move to Wed 25.Nov, 2–.4.pm$/ }));
  expect(take).toHaveBeenCalledWith({ date: '2026-11-25', start: '14:00', end: '16:00' }, expect.anything());
});

test('the window that the booking has is shown, and cannot be chosen', () => {
  open(() => Promise.resolve(null));
  const own = named(/^9 and 11.am/);
  expect(own.disabled).toBe(true);
  expect(own.closest('label')?.textContent).toContain('your time now');
});

test('a rejection stands above the button, and a window that has gone is chosen no longer', async () => {
  const { show } = open(() => Promise.resolve('That time has just gone.'));
  await userEvent.click(named(/^11.am and 1.pm/));
  await userEvent.click(screen.getByRole('button', { name: /^Move to Tue/ }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('That time has just gone.');
  expect(alert.nextElementSibling).toBe(screen.getByRole('button', { name: /^Move to Tue/ }));
  expect(reload).toHaveBeenCalled();
  show([full, day('2026-11-24', window('09:00', '11:00', 2), window('11:00', '13:00', 0)), wednesday]);
  expect(named(/^Tue 24.Nov/).checked).toBe(true); // its day stays
  expect(screen.getByRole('button', { name: 'Choose a new time' })).toBeTruthy();
});

test('days without a free window say so', () => {
  open(() => Promise.resolve(null), [full]);
  expect(screen.getByText('Nothing is free on these days.')).toBeTruthy();
});
