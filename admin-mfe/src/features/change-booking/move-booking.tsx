import { toAppError } from '@twostroke/shared/client';
import { newTermsOf, rescheduleBooking, type AgreedTerms } from '@twostroke/shared/api/bookings';
import { useSlotDays } from '@twostroke/shared/api/use-slot-days';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { movePrice, moveWords, pickupWords } from '@twostroke/shared/domain/change-terms';
import { DayWindowDialog, type DayWindow } from '@twostroke/shared/ui/day-window-dialog';
import { usePriceChange } from '@twostroke/shared/ui/use-price-change';
import { useState } from 'react';
import { explain } from '../../messages.ts';
import { withFreshSignIn } from '../../model/fresh-sign-in.ts';
import type { AdminBooking } from './read-booking.ts';
import { ReasonFields } from './reason-fields.tsx';
import {
  chargedFor,
  creditWords,
  feeFor,
  noReason,
  readStaffReason,
  reasonKey,
  validateStaffReason,
} from './staff-reason.ts';

const causesFor = ({ terms }: AdminBooking) => ({
  customer: 'The customer asked us to',
  shop: `Ours${creditWords(terms.move_credit)}`,
  weather: 'Rain or a closed road',
});
/** Why a visit to the gate becomes a pickup. */
const pickupCauses = { shop: 'No work at that gate: the guard or the place', weather: 'Rain or a closed road' };

export interface MoveBookingProps {
  booking: AdminBooking;
  /** Changes a visit to the gate, where no work is possible, into a pickup. */
  pickup?: boolean;
  /** The day that was asked for, YYYY-MM-DD: its windows are shown, and the same time is chosen when it is free. */
  to?: string;
  onClose: () => void;
  /** Called after the move; the sentence says to when. */
  onMoved: (sentence: string) => Promise<void>;
}

/** Another time, on the customer's terms or for the shop's reasons; or a pickup, free of charge. */
export function MoveBooking({ booking, pickup = false, to, onClose, onMoved }: MoveBookingProps) {
  const [changed, setChanged] = useState<Partial<AgreedTerms>>({});
  const [chosen, setChosen] = useState(noReason);
  const seen = { fee: booking.terms.move_fee, ...changed };
  const items = booking.booking_items
    .filter(({ package_type }) => package_type !== 'pickup')
    .map(({ item_id, quantity }) => ({ id: item_id, quantity }));
  const mode = pickup ? 'pickup' : booking.mode;
  const times = useSlotDays({ mode, model: booking.model_id, items, ...(to && { from_date: to }) });
  const start = booking.booking_time.slice(0, 5);

  const isAsked = chosen.cause === 'customer';
  const words = movePrice({ ...(isAsked && changed), fee: chargedFor(chosen, seen.fee) });
  const price = usePriceChange(reasonKey(chosen), words);
  const now = `${formatDay(booking.booking_date)}, ${formatWindow(booking.booking_time, booking.window_end)}`;

  async function move({ date, start, end }: DayWindow, data: FormData): Promise<string | null> {
    const word = readStaffReason(data);
    const slot = { date, start, ...(pickup && { mode: 'pickup' as const }) };
    try {
      const terms = { ...changed, fee: feeFor(word.cause, seen.fee) };
      // Waiving a fee needs a fresh sign-in.
      await withFreshSignIn(() => rescheduleBooking({ booking: booking.id }, slot, terms, word));
    } catch (thrown) {
      const news = newTermsOf(toAppError(thrown));
      if (news) {
        price.changeFrom(news.total === undefined ? words : movePrice({ total: booking.estimated_price, ...seen }));
        setChanged({ ...changed, ...news });
      }
      return news ? `${explain(thrown)} Press again if the customer agrees.` : explain(thrown);
    }
    const when = `${formatDay(date)}, ${formatWindow(start, end)}`;
    await onMoved(`Booking ${booking.number} is ${pickup ? 'a pickup now: ' : 'moved to '}${when}`);
    return null;
  }

  return (
    <DayWindowDialog
      open
      onClose={onClose}
      words={pickup ? pickupWords : moveWords}
      intro={`Now: ${now}.${pickup ? ' It costs the customer nothing.' : ''}`}
      price={{ ...price, words }}
      own={pickup ? undefined : { date: booking.booking_date, start }}
      {...(to && { asked: { date: to, start } })}
      times={times}
      explainTimes={explain}
      legend={(date) => `${formatDay(date)}, between`}
      take={move}
      check={validateStaffReason}
    >
      {(errors) => (
        <ReasonFields
          fee={pickup ? 0 : seen.fee}
          causes={pickup ? pickupCauses : causesFor(booking)}
          errors={errors}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
    </DayWindowDialog>
  );
}
