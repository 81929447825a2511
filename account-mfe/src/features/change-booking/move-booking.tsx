import { explainError, toAppError } from '@twostroke/shared/data';
import { newTermsOf, rescheduleBooking, type Agreed } from '@twostroke/shared/data/bookings';
import { listFreeTimes } from '@twostroke/shared/data/slots';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import { feeWords, pickupWords } from '@twostroke/shared/domain/change-terms';
import { MoveDialog, type MoveTime } from '@twostroke/shared/ui/move-dialog';
import { useRef } from 'react';

export interface MoveBookingProps {
  booking: {
    id: string;
    mode: string;
    booking_date: string;
    /** HH:MM, with or without seconds. */
    booking_time: string;
    model_id: string;
    booking_items: readonly { item_id: string; package_type: string; quantity: number }[];
  };
  /** "General Service, Sat 21 Nov, 11 am – 1 pm" */
  what: string;
  /** Rupees it costs now. */
  fee: number;
  /** A visit to the gate that the rain stops becomes a pickup. */
  pickup?: boolean;
  /** `YYYY-MM-DD` */
  today: string;
  open: boolean;
  onClose: () => void;
  onMoved: () => void;
}

/** Another time for one's booking, or a pickup. */
export function MoveBooking({ booking, what, fee, pickup, today, open, onClose, onMoved }: MoveBookingProps) {
  const agreed = useRef<Partial<Agreed>>({});
  const items = booking.booking_items
    .filter(({ package_type }) => package_type !== 'pickup')
    .map(({ item_id, quantity }) => ({ id: item_id, quantity }));
  const mode = pickup ? 'pickup' : (booking.mode as ServiceMode);
  const job = { mode, model: booking.model_id, items };

  async function move({ date, start }: MoveTime): Promise<string | null> {
    try {
      const slot = { date, start, ...(pickup && { mode: 'pickup' as const }) };
      await rescheduleBooking({ booking: booking.id }, slot, { fee, ...agreed.current });
    } catch (thrown) {
      const changed = newTermsOf(toAppError(thrown));
      agreed.current = { ...agreed.current, ...changed };
      return changed ? `${explainError(thrown)} Press again if you agree.` : explainError(thrown);
    }
    onMoved();
    return null;
  }

  return (
    <MoveDialog
      open={open}
      onClose={onClose}
      what={what}
      terms={pickup ? pickupWords : feeWords(fee)}
      pickup={pickup}
      today={today}
      current={{ date: booking.booking_date, start: booking.booking_time.slice(0, 5) }}
      load={(from_date) => listFreeTimes({ ...job, from_date })}
      move={move}
    />
  );
}
