import { explainError, toAppError } from '@twostroke/shared/data';
import { newTermsOf, rescheduleBooking, type Agreed } from '@twostroke/shared/data/bookings';
import { listFreeTimes } from '@twostroke/shared/data/slots';
import { atShop, formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { feeWords } from '@twostroke/shared/domain/change-terms';
import { MoveDialog, type MoveTime } from '@twostroke/shared/ui/move-dialog';
import { useRef } from 'react';
import type { ShownBooking } from './get-booking.ts';

export interface MoveBookingProps {
  open: boolean;
  booking: ShownBooking;
  token: string;
  onClose: () => void;
  onMoved: () => void;
}

/** Another time for the booking of the link. */
export function MoveBooking({ open, booking, token, onClose, onMoved }: MoveBookingProps) {
  const { mode, model_id: model, terms } = booking;
  const agreed = useRef<Partial<Agreed>>({});
  const items = booking.items
    .filter(({ package_type }) => package_type !== 'pickup')
    .map(({ item_id, quantity }) => ({ id: item_id, quantity }));

  async function move({ date, start }: MoveTime): Promise<string | null> {
    const seen = { fee: terms.move_fee, ...agreed.current };
    try {
      await rescheduleBooking({ booking: booking.id, manage_token: token }, { date, start }, seen);
    } catch (thrown) {
      const changed = newTermsOf(toAppError(thrown));
      agreed.current = { ...agreed.current, ...changed };
      return changed ? `${explainError(thrown)} Press again if you agree.` : explainError(thrown);
    }
    onMoved();
    onClose();
    return null;
  }

  return (
    <MoveDialog
      open={open}
      onClose={onClose}
      what={`${formatDay(booking.booking_date)}, ${formatWindow(booking.booking_time, booking.window_end)}`}
      terms={feeWords(terms.move_fee)}
      today={atShop(new Date()).date}
      current={{ date: booking.booking_date, start: booking.booking_time.slice(0, 5) }}
      load={(from_date) => listFreeTimes({ mode, model, items, from_date })}
      move={move}
    />
  );
}
