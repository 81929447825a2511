import { explainError, toAppError } from '@twostroke/shared/data';
import { newTermsOf, rescheduleBooking, type Agreed } from '@twostroke/shared/data/bookings';
import { listFreeTimes } from '@twostroke/shared/data/slots';
import { atShop, formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { feeWords, pickupWords } from '@twostroke/shared/domain/change-terms';
import { MoveDialog, type MoveTime } from '@twostroke/shared/ui/move-dialog';
import { useRef } from 'react';
import type { ShownBooking } from './get-booking.ts';

export interface MoveBookingProps {
  open: boolean;
  booking: ShownBooking;
  token: string;
  /** A visit to the gate that the rain stops becomes a pickup. */
  pickup?: boolean;
  onClose: () => void;
  onMoved: () => void;
}

/** Another time for the booking of the link, or a pickup. */
export function MoveBooking({ open, booking, token, pickup, onClose, onMoved }: MoveBookingProps) {
  const { model_id: model, terms } = booking;
  const mode = pickup ? 'pickup' : booking.mode;
  const agreed = useRef<Partial<Agreed>>({});
  const items = booking.items
    .filter(({ package_type }) => package_type !== 'pickup')
    .map(({ item_id, quantity }) => ({ id: item_id, quantity }));

  async function move({ date, start }: MoveTime): Promise<string | null> {
    const seen = { fee: terms.move_fee, ...agreed.current };
    try {
      const slot = { date, start, ...(pickup && { mode: 'pickup' as const }) };
      await rescheduleBooking({ booking: booking.id, manage_token: token }, slot, seen);
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
      terms={pickup ? pickupWords : feeWords(terms.move_fee)}
      pickup={pickup}
      today={atShop(new Date()).date}
      current={{ date: booking.booking_date, start: booking.booking_time.slice(0, 5) }}
      load={(from_date) => listFreeTimes({ mode, model, items, from_date })}
      move={move}
    />
  );
}
