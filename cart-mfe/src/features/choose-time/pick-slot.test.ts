import type { SlotDay } from '@twostroke/shared/api/slots';
import { pickSlot } from './pick-slot.ts';

const day = (date: string, free: number[]): SlotDay => ({
  date,
  closed: null,
  note: null,
  windows: free.map((count, index) => ({
    start: `${String(9 + 2 * index).padStart(2, '0')}:00`,
    end: `${11 + 2 * index}:00`,
    free: count,
    places: 3,
    why: count > 0 ? null : 'full',
    free_until: `${date}T00:00:00Z`,
  })),
});
const days = [day('2026-11-20', [0, 0]), day('2026-11-21', [0, 2]), day('2026-11-22', [1, 1])];
const picked = (
  ...args: [Parameters<typeof pickSlot>[1], Parameters<typeof pickSlot>[2], Parameters<typeof pickSlot>[3]]
) => {
  const { day: one, window } = pickSlot(days, ...args);
  return [one?.date, window?.start];
};
const first = { date: '2026-11-21', start: '11:00' };

test('the first free window is preselected', () => {
  expect(picked(null, null, first)).toEqual(['2026-11-21', '11:00']);
});

test('a draft keeps its window while that is free', () => {
  expect(picked(null, { date: '2026-11-22', start: '09:00' }, first)).toEqual(['2026-11-22', '09:00']);
  expect(picked(null, { date: '2026-11-21', start: '09:00' }, first)).toEqual(['2026-11-21', '11:00']);
});

test('choosing a day selects its first free window', () => {
  expect(picked({ date: '2026-11-22', start: null }, null, first)).toEqual(['2026-11-22', '09:00']);
});

test('a window taken since it was chosen leaves its day selected', () => {
  expect(picked({ date: '2026-11-21', start: '09:00' }, null, first)).toEqual(['2026-11-21', undefined]);
});

test('nothing is selected when nothing is free', () => {
  expect(picked(null, null, null)).toEqual([undefined, undefined]);
});
