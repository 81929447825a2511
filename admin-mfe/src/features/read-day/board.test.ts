import type { WindowPlaces } from '@twostroke/shared/api/slots';
import type { AdminBookingRow } from '../../model/booking-row.ts';
import { boardOf, type WaitlistedCustomer } from './board.ts';

function window(mode: AdminBookingRow['mode'], starts: string, places: number, taken: number): WindowPlaces {
  return { mode, starts, ends: `${Number(starts.slice(0, 2)) + 2}:00:00`, places, taken };
}

function booking(mode: AdminBookingRow['mode'], booking_time: string, window_end: string): AdminBookingRow {
  return { id: `${mode} ${booking_time}`, mode, booking_time, window_end } as AdminBookingRow;
}

test('places bookings by mode and window, with the capacity that the database reports', () => {
  const { windows, rows } = boardOf({
    bookings: [booking('doorstep', '11:00:00', '13:00:00'), booking('workshop', '08:00:00', '10:00:00')],
    places: [
      window('doorstep', '08:00:00', 3, 0),
      window('workshop', '08:00:00', 4, 1),
      window('doorstep', '11:00:00', 5, 2),
      window('workshop', '11:00:00', 4, 0),
    ],
    waiting: [
      { id: 'first', mode: 'doorstep', booking_time: '11:00:00' },
      { id: 'other', mode: 'pickup', booking_time: '11:00:00' },
    ] as WaitlistedCustomer[],
  });
  expect(windows.map(({ starts }) => starts)).toEqual(['08:00:00', '11:00:00']);
  const gate = rows.find(({ mode }) => mode === 'doorstep');
  expect(gate?.cells.map(({ used, places, bookings }) => [used, places, bookings.length])).toEqual([
    [0, 3, 0],
    [2, 5, 1],
  ]);
  expect(gate?.cells.flatMap(({ waiting }) => waiting.map(({ id }) => id))).toEqual(['first']);
});
