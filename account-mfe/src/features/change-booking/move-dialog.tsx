import { toAppError } from '@twostroke/shared/client';
import { newTermsOf, rescheduleBooking, type AgreedTerms } from '@twostroke/shared/api/bookings';
import { useSlotDays } from '@twostroke/shared/api/use-slot-days';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { feeWords, movePrice, moveWords, pickupTerms, pickupWords } from '@twostroke/shared/domain/change-terms';
import { windowsLegend } from '@twostroke/shared/domain/slot-words';
import { DayWindowDialog, type DayWindow } from '@twostroke/shared/ui/day-window-dialog';
import { usePriceChange } from '@twostroke/shared/ui/use-price-change';
import { useState } from 'react';
import { explain } from '../../messages.ts';
import { bookingLine, type ChangeDialogProps } from './changed-booking.ts';

export interface MoveDialogProps extends ChangeDialogProps {
  /** Changes a gate visit that the weather prevents into a pickup, at its present time or another. */
  pickup?: boolean;
}

const timesFailed = () => 'We could not load the free times. Your booking is safe. Close this and try again.';

/** Another time for a booking, or a pickup. */
export function MoveDialog({ booking, bookingKey, fee, pickup = false, open, onClose, onDone }: MoveDialogProps) {
  const [changed, setChanged] = useState<Partial<AgreedTerms>>({});
  const seen = { fee, ...changed };
  const price = usePriceChange(open ? 'open' : null, movePrice(seen));
  const items = booking.items
    .filter(({ package_type }) => package_type !== 'pickup')
    .map(({ item_id, quantity }) => ({ id: item_id, quantity }));
  const mode = pickup ? 'pickup' : booking.mode;
  const times = useSlotDays(open ? { mode, model: booking.model_id, items } : null);
  const terms = pickup ? pickupTerms : feeWords(seen.fee);

  async function move({ date, start, end }: DayWindow): Promise<string | null> {
    try {
      const slot = { date, start, ...(pickup && { mode: 'pickup' as const }) };
      await rescheduleBooking(bookingKey, slot, seen);
    } catch (thrown) {
      const news = newTermsOf(toAppError(thrown));
      if (news) {
        price.changeFrom(movePrice(news.total === undefined ? seen : { total: booking.estimated_price, ...seen }));
        setChanged({ ...changed, ...news });
      }
      return news ? `${explain(thrown)} Press again if you agree.` : explain(thrown);
    }
    const way = pickup || booking.mode === 'pickup' ? ', we fetch the bike' : '';
    onDone(`Moved to ${formatDay(date)}, ${formatWindow(start, end)}${way}`);
    return null;
  }

  return (
    <DayWindowDialog
      open={open}
      onClose={onClose}
      words={pickup ? pickupWords : moveWords}
      intro={`Now: ${bookingLine(booking)}. ${terms}`}
      price={{ ...price, words: movePrice(seen) }}
      own={pickup ? undefined : { date: booking.booking_date, start: booking.booking_time.slice(0, 5) }}
      times={times}
      explainTimes={timesFailed}
      legend={(date) => windowsLegend(date, mode)}
      take={move}
    />
  );
}
