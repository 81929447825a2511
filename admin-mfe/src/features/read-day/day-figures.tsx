import { statusWord } from '@twostroke/shared/domain/booking-status';
import type { BookingStatus } from '@twostroke/shared/domain/database-enum';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Cells } from '@twostroke/shared/ui/cells';
import type { AdminBookingRow } from '../../model/booking-row.ts';
import type { BoardRow } from './board.ts';

export interface DayFiguresProps {
  bookings: readonly AdminBookingRow[];
  rows: readonly BoardRow[];
  /** People waiting for a call. */
  callbacks: number;
}

/** The day in six numbers. */
export function DayFigures({ bookings, rows, callbacks }: DayFiguresProps) {
  const count = (status: BookingStatus): number => bookings.filter((booking) => booking.status === status).length;
  const cells = rows.flatMap((row) => row.cells);
  const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
  return (
    <Cells
      columns={6}
      cells={[
        { label: 'Bookings', value: bookings.length - count('cancelled') },
        { label: 'Not assigned', value: count('confirmed') },
        { label: statusWord('completed'), value: count('completed') },
        {
          label: 'Places used',
          value: `${sum(cells.map(({ used }) => used))} of ${sum(cells.map(({ places }) => places))}`,
        },
        { label: 'Billed so far', value: formatRupees(sum(bookings.map(billed))) },
        { label: 'To call back', value: callbacks },
      ]}
    />
  );
}

function billed({ status, final_price }: AdminBookingRow): number {
  return status === 'completed' ? (final_price ?? 0) : 0;
}
