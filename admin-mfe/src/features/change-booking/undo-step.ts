import { setBookingStatus } from '@twostroke/shared/api/bookings';
import { statusWord } from '@twostroke/shared/domain/booking-status';
import { notify } from '@twostroke/shared/state';
import { explain } from '../../messages.ts';
import type { AdminBooking } from './read-booking.ts';

/** Takes the last step of a booking back, and says what happened. @param before the booking as it was before the step */
export async function undoStep({ id, number, status, mechanic }: AdminBooking): Promise<void> {
  try {
    const mechanicOf = status === 'assigned' && mechanic !== null ? { mechanic } : {};
    await setBookingStatus(id, status, { ...mechanicOf, note: 'Undone: it was pressed by mistake', undo: true });
    void notify(`Booking ${number}: ${statusWord(status)} again`);
  } catch (thrown) {
    void notify(`Booking ${number} is not taken back`, { description: explain(thrown) });
  }
}
