import type { BookingRow } from '../../bookings/booking-row.ts';
import { boardOf, placesOf, type Waiting } from './board.ts';

const capacities = [
  { mode: 'doorstep', weekday: null, window_start: null, places: 3 },
  { mode: 'doorstep', weekday: null, window_start: '16:00:00', places: 2 },
  { mode: 'doorstep', weekday: 0, window_start: null, places: 1 },
  { mode: 'doorstep', weekday: 0, window_start: '16:00:00', places: 5 },
];

test.each([
  [6, '09:00:00', 3],
  [6, '16:00:00', 2],
  [0, '09:00:00', 1],
  [0, '16:00:00', 5],
])('weekday %d at %s has %d places', (weekday, starts, places) =>
  expect(placesOf(capacities, 'doorstep', weekday, starts)).toBe(places),
);

test('a mode without capacity has no places', () => expect(placesOf(capacities, 'pickup', 6, '09:00:00')).toBe(0));

function booking(mode: string, booking_time: string, window_end: string): BookingRow {
  return { id: `${mode} ${booking_time}`, mode, booking_time, window_end } as BookingRow;
}

test('bookings stand in their mode and window, with what is used there', () => {
  const { windows, rows } = boardOf({
    date: '2026-11-21',
    bookings: [booking('doorstep', '11:00:00', '13:00:00'), booking('workshop', '08:00:00', '10:00:00')],
    windows: [
      { starts: '09:00:00', ends: '11:00:00' },
      { starts: '11:00:00', ends: '13:00:00' },
    ],
    capacities,
    taken: [
      { mode: 'doorstep', window_start: '11:00:00' },
      { mode: 'pickup', window_start: '11:00:00' },
    ],
    waiting: [
      { id: 'first', mode: 'doorstep', booking_time: '11:00:00' },
      { id: 'other', mode: 'pickup', booking_time: '11:00:00' },
    ] as Waiting[],
  });
  // A window that the hours no longer have still shows its bookings.
  expect(windows.map(({ starts }) => starts)).toEqual(['08:00:00', '09:00:00', '11:00:00']);
  const gate = rows.find(({ mode }) => mode === 'doorstep');
  expect(gate?.cells.map(({ used, places, bookings }) => [used, places, bookings.length])).toEqual([
    [0, 3, 0],
    [0, 3, 0],
    [1, 3, 1],
  ]);
  expect(gate?.cells.flatMap(({ waiting }) => waiting.map(({ id }) => id))).toEqual(['first']);
});
