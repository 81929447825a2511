import type { BookingDetails, BookingKey } from '@twostroke/shared/api/bookings';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { jobName } from '@twostroke/shared/domain/job-name';

/** What the dialogs need to know of a booking. */
export type BookingToChange = Pick<
  BookingDetails,
  'id' | 'number' | 'mode' | 'model_id' | 'booking_date' | 'booking_time' | 'window_end' | 'items' | 'estimated_price'
>;

export interface ChangeDialogProps {
  booking: BookingToChange;
  bookingKey: BookingKey & { booking: string };
  /** Rupees it costs now. */
  fee: number;
  open: boolean;
  onClose: () => void;
  /** With the words of the toast. */
  onDone: (words: string) => void;
}

/** "General Service, Sat 21 Nov, 11 am – 1 pm" */
export function bookingLine(booking: BookingToChange): string {
  const { booking_date, booking_time, window_end } = booking;
  return `${jobName(booking.items)}, ${formatDay(booking_date)}, ${formatWindow(booking_time, window_end)}`;
}
