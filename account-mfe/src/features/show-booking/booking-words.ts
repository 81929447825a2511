import { statusBadge, statusWord } from '@twostroke/shared/domain/booking-status';
import { dayName, formatDay } from '@twostroke/shared/domain/calendar';
import type { BookingDetails } from '@twostroke/shared/api/bookings';
import type { ShownBooking } from '../../model/booking.ts';

/** Whether it is upcoming. */
export function isUpcoming({ status }: Pick<BookingDetails, 'status'>): boolean {
  return status === 'confirmed' || status === 'assigned';
}

/** Whether the bike is being looked at or worked on. */
export function isWithUs({ status }: Pick<BookingDetails, 'status'>): boolean {
  return ['picked_up', 'inspecting', 'awaiting_approval', 'in_service', 'quality_check'].includes(status);
}

/** Whether nothing will happen to it any more. */
export function isOver({ status }: Pick<BookingDetails, 'status'>): boolean {
  return ['completed', 'cancelled', 'no_show', 'expired'].includes(status);
}

/** Whether the weather prevents its gate visit: a pickup, moving and cancelling are then free of charge. */
export function isRainedOff(booking: Pick<ShownBooking, 'status' | 'terms'>): boolean {
  return isUpcoming(booking) && booking.terms?.weather === true;
}

/** The lines of the page's heading. */
export function bookingTitle(booking: Pick<ShownBooking, 'status' | 'booking_date' | 'terms'>): string[] {
  const { status, booking_date } = booking;
  if (status === 'cancelled') return ['This booking is cancelled.'];
  if (status === 'completed') return [`${statusWord(status)}. Ride well.`];
  if (status === 'no_show') return ['This booking is over.'];
  if (status === 'expired') return ['This booking was not paid in time.'];
  if (status === 'pending_payment') return ['Pay to confirm your booking'];
  if (status !== 'confirmed' && status !== 'assigned') return [`Your booking for ${formatDay(booking_date)}`];
  const day = dayName(booking_date);
  return isRainedOff(booking) ? [`We can’t come on ${day}.`] : ['Booked.', `See you on ${day}.`];
}

/** The stamp of the page, or null while there is nothing to stamp. */
export function stampOf(booking: Pick<ShownBooking, 'status' | 'terms'>): { word: string; stop: boolean } | null {
  const { status } = booking;
  if (status === 'cancelled') return { word: statusWord(status), stop: true };
  if (status === 'completed') return { word: statusWord(status), stop: false };
  return isUpcoming(booking) && !isRainedOff(booking) ? { word: statusWord('confirmed'), stop: false } : null;
}

/** A status as its customer reads it: "Waiting for approval" is the workshop's word for a question to the customer. */
export function customerStatusWord(status: BookingDetails['status']): string {
  return status === 'awaiting_approval' ? 'Waiting for your answer' : statusWord(status);
}

/** The same as a badge. */
export function customerStatusBadge(status: BookingDetails['status']) {
  return { ...statusBadge(status), children: customerStatusWord(status) };
}
