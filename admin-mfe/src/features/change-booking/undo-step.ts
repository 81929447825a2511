import { setBookingStatus } from '@twostroke/shared/api/bookings';
import { statusWord } from '@twostroke/shared/domain/booking-status';
import { undoNote } from '../../model/notify-undoable.ts';
import type { AdminBooking } from './read-booking.ts';

/** Takes the last step of a booking back. @param before the booking as it was before the step @returns what to say then */
export async function undoStep({ id, number, status, mechanic }: AdminBooking): Promise<string> {
  const mechanicOf = status === 'assigned' && mechanic !== null ? { mechanic } : {};
  await setBookingStatus(id, status, { ...mechanicOf, note: undoNote, undo: true });
  return `Booking ${number}: ${statusWord(status)} again`;
}
