import type { ArrivalWindow, SlotDay, UnavailableReason } from '../contracts/answers/slots.ts';
import { unavailableDayNote, freeOnDay, windowNote } from './slot-words.ts';

const window = (start: string, end: string, free: number, why: UnavailableReason | null = null): ArrivalWindow => ({
  start,
  end,
  free,
  places: 3,
  why,
  free_until: '2026-11-21T03:30:00Z',
});
const day = (windows: ArrivalWindow[], closed: string | null = null): SlotDay => ({
  date: '2026-11-21',
  closed,
  note: null,
  windows,
});
const plain = (text: string | null) => text?.replace(/\u00a0/g, ' ');
const saturday = day([
  window('09:00', '11:00', 2),
  window('11:00', '13:00', 2),
  window('14:00', '16:00', 1),
  window('16:00', '18:00', 0, 'too_long'),
]);
const job = { minutes: 105, windows: 2, two_day: false };
const at = (index: number) => saturday.windows[index] as ArrivalWindow;

test('a job of two windows is ready at the end of the second, without the lunch break', () => {
  expect(plain(windowNote(at(0), saturday, job))).toBe('ready by about 1 pm');
  expect(plain(windowNote(at(1), saturday, job))).toBe('ready by about 4 pm');
  expect(plain(windowNote(at(2), saturday, job))).toBe('ready by about 6 pm');
});

test('a window that is too short shows how long the service takes', () => {
  expect(plain(windowNote(at(3), saturday, job))).toBe('your service needs 1 h 45 min, more than is left of the day');
});

test('a job that the database plans for two days is ready two working days later', () => {
  expect(windowNote(at(0), saturday, { minutes: 90, windows: 1, two_day: true })).toBe('ready two working days later');
  expect(plain(windowNote(at(0), saturday, { minutes: 960, windows: 1, two_day: false }))).toBe('ready by about 11 am');
  expect(plain(windowNote(at(3), saturday, { minutes: 90, windows: 1, two_day: true }))).toBe(
    'your service needs 2 days, more than is left of the day',
  );
});

test('a day without a free window says why', () => {
  expect(freeOnDay(saturday)).toBe(5);
  expect(unavailableDayNote(saturday)).toBeNull();
  expect(unavailableDayNote(day([], 'Republic Day'))).toBe('Republic Day');
  expect(unavailableDayNote(day([], ''))).toBe('Closed on this day');
  expect(unavailableDayNote(day([window('09:00', '11:00', 0, 'past'), window('11:00', '13:00', 0, 'full')]))).toBe(
    'full',
  );
  expect(unavailableDayNote(day([window('09:00', '11:00', 0, 'past')]))).toBe('over');
});
