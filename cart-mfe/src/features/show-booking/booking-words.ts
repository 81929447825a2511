import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import type { ShownBooking } from './get-booking.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** Whether it is still to come. */
export function isAhead({ status }: Pick<ShownBooking, 'status'>): boolean {
  return status === 'confirmed' || status === 'assigned';
}

/** Whether its visit to the gate is called off: its customer can have the bike picked up, move it or cancel it, free. */
export function isRainedOff(booking: Pick<ShownBooking, 'status' | 'terms'>): boolean {
  return isAhead(booking) && booking.terms.weather;
}

/** Whether nothing happens to it any more. */
export function isOver({ closed_at, status }: Pick<ShownBooking, 'closed_at' | 'status'>): boolean {
  return closed_at !== null || status === 'expired'; // which may not be written down yet
}

/** The page's heading. */
export function bookingTitle(booking: ShownBooking): string {
  const { status, booking_date } = booking;
  if (status === 'cancelled') return 'This booking is cancelled.';
  if (status === 'completed') return 'Done. Ride well.';
  if (status === 'no_show') return 'This booking is over.';
  if (status === 'expired') return 'This booking was not paid in time.';
  if (status === 'pending_payment') return 'Almost booked: it is to be paid.';
  if (status !== 'confirmed' && status !== 'assigned') return `Your booking for ${formatDay(booking_date)}`;
  const day = weekdays[new Date(`${booking_date}T12:00:00Z`).getUTCDay()] ?? 'the day';
  return isRainedOff(booking) ? `We can’t come on ${day}.` : `Booked. See you on ${day}.`;
}

/** Label of the arrival window. */
export function windowLabel({ mode }: Pick<ShownBooking, 'mode'>): string {
  if (mode === 'workshop') return 'Ride in between';
  return mode === 'pickup' ? 'We fetch the bike between' : 'We reach you between';
}

/** The stamp of the page, or null while there is nothing to stamp. */
export function stampOf(booking: Pick<ShownBooking, 'status' | 'terms'>): { word: string; stop: boolean } | null {
  const { status } = booking;
  if (status === 'cancelled') return { word: 'Cancelled', stop: true };
  if (status === 'completed') return { word: 'Done', stop: false };
  return isAhead(booking) && !isRainedOff(booking) ? { word: 'Confirmed', stop: false } : null;
}

/** Said when it was moved. */
export function movedWords({ mode, booking_date, booking_time, window_end }: ShownBooking): string {
  const way = mode === 'pickup' ? ', we fetch the bike' : '';
  return `Moved to ${formatDay(booking_date)}, ${formatWindow(booking_time, window_end)}${way}`;
}
