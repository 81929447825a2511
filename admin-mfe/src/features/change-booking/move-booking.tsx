import { explainError, toAppError } from '@twostroke/shared/data';
import { newTermsOf, rescheduleBooking, type Agreed, type StaffWord } from '@twostroke/shared/data/bookings';
import { listFreeTimes } from '@twostroke/shared/data/slots';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import { atShop, formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { MoveDialog, type MoveTime } from '@twostroke/shared/ui/move-dialog';
import { useState } from 'react';
import type { BookingDetail } from './read-booking.ts';
import { ReasonFields } from './reason-fields.tsx';
import { feeFor, staffWordFaults, staffWordOf } from './staff-word.ts';

const causes = { customer: 'The customer asked us to', shop: 'Ours', weather: 'Rain or a closed road' };
const forRain: StaffWord = { cause: 'weather' };

export interface MoveBookingProps {
  booking: BookingDetail;
  /** A visit to the gate that the weather stops becomes a pickup. */
  pickup?: boolean;
  open: boolean;
  onClose: () => void;
  /** It is moved; the sentence says to when. */
  onMoved: (sentence: string) => Promise<void>;
}

/** Another time, at the customer's terms or for the shop's reasons; or a pickup, free of charge. */
export function MoveBooking({ booking, pickup = false, open, onClose, onMoved }: MoveBookingProps) {
  const [changed, setChanged] = useState<Partial<Agreed>>({});
  const fee = changed.fee ?? booking.terms.move_fee;
  const items = booking.booking_items
    .filter(({ package_type }) => package_type !== 'pickup')
    .map(({ item_id, quantity }) => ({ id: item_id, quantity }));
  const mode = pickup ? 'pickup' : (booking.mode as ServiceMode);

  async function move({ date, start, end }: MoveTime, data: FormData): Promise<string | null> {
    const word = pickup ? forRain : staffWordOf(data);
    const slot = { date, start, ...(pickup && { mode: 'pickup' as const }) };
    try {
      await rescheduleBooking({ booking: booking.id }, slot, { ...changed, fee: feeFor(word.cause, fee) }, word);
    } catch (thrown) {
      const news = newTermsOf(toAppError(thrown));
      setChanged({ ...changed, ...news });
      return news ? `${explainError(thrown)} Press again if the customer agrees.` : explainError(thrown);
    }
    const when = `${formatDay(date)}, ${formatWindow(start, end)}`;
    await onMoved(`Booking ${booking.number} is ${pickup ? 'a pickup now: ' : 'moved to '}${when}`);
    return null;
  }

  return (
    <MoveDialog
      open={open}
      onClose={onClose}
      what={`${formatDay(booking.booking_date)}, ${formatWindow(booking.booking_time, booking.window_end)}`}
      terms={pickup ? 'For rain or a closed road only: it costs the customer nothing.' : ''}
      pickup={pickup}
      today={atShop(new Date()).date}
      current={{ date: booking.booking_date, start: booking.booking_time.slice(0, 5) }}
      load={(from_date) => listFreeTimes({ mode, model: booking.model_id, items, from_date })}
      explainLoad={explainError}
      move={move}
      check={pickup ? undefined : staffWordFaults}
    >
      {pickup ? undefined : (faults) => <ReasonFields fee={fee} causes={causes} faults={faults} />}
    </MoveDialog>
  );
}
