import { explainError, toAppError } from '@twostroke/shared/data';
import { newTermsOf, rescheduleBooking, type Agreed } from '@twostroke/shared/data/bookings';
import { listFreeTimes } from '@twostroke/shared/data/slots';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import { atShop, formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { MoveDialog, type MoveTime } from '@twostroke/shared/ui/move-dialog';
import { useRef } from 'react';
import type { BookingDetail } from './read-booking.ts';

export interface MoveBookingProps {
  booking: BookingDetail;
  open: boolean;
  onClose: () => void;
  /** It is moved; the sentence says to when. */
  onMoved: (sentence: string) => Promise<void>;
}

/** Another time, by the shop: free of charge. */
export function MoveBooking({ booking, open, onClose, onMoved }: MoveBookingProps) {
  const agreed = useRef<Partial<Agreed>>({});
  const items = booking.booking_items
    .filter(({ package_type }) => package_type !== 'pickup')
    .map(({ item_id, quantity }) => ({ id: item_id, quantity }));
  const job = { mode: booking.mode as ServiceMode, model: booking.model_id, items };

  async function move({ date, start, end }: MoveTime): Promise<string | null> {
    try {
      await rescheduleBooking({ booking: booking.id }, { date, start }, { fee: 0, ...agreed.current });
    } catch (thrown) {
      const changed = newTermsOf(toAppError(thrown));
      agreed.current = { ...agreed.current, ...changed };
      return changed ? `${explainError(thrown)} Press again if the customer agrees.` : explainError(thrown);
    }
    await onMoved(`Booking ${booking.number} is moved to ${formatDay(date)}, ${formatWindow(start, end)}`);
    return null;
  }

  return (
    <MoveDialog
      open={open}
      onClose={onClose}
      what={`${formatDay(booking.booking_date)}, ${formatWindow(booking.booking_time, booking.window_end)}`}
      terms="It costs the customer nothing."
      today={atShop(new Date()).date}
      current={{ date: booking.booking_date, start: booking.booking_time.slice(0, 5) }}
      load={(from_date) => listFreeTimes({ ...job, from_date })}
      move={move}
    />
  );
}
