import type { BookingDetails } from '@twostroke/shared/api/bookings';
import { formatDay } from '@twostroke/shared/domain/calendar';
import { readyWords } from '@twostroke/shared/domain/ready-words';
import { formatRupees } from '@twostroke/shared/domain/money';
import { customerStatusWord } from './booking-words.ts';

type Followed = Pick<
  BookingDetails,
  'status' | 'extra_work' | 'payment' | 'ready_date' | 'booking_date' | 'booking_time'
> &
  Partial<Pick<BookingDetails, 'inspection' | 'ready_time'>>;

const readyOf = ({ ready_date, ready_time }: Followed): string => readyWords(ready_date, ready_time);

/** What is new in a booking, to be read aloud; empty when nothing is that its customer needs to hear. */
export function bookingNews(before: Followed, now: Followed): string {
  const looked = ({ inspection = [] }: Followed): number =>
    inspection.filter(({ state }) => state !== 'not_checked').length;
  const known = new Set(before.extra_work.map(({ id }) => id));
  const asked = now.extra_work.filter(({ id, status }) => status === 'proposed' && !known.has(id));
  const paid = now.payment.paid - before.payment.paid;
  const isMoved = before.booking_date !== now.booking_date || before.booking_time !== now.booking_time;
  return [
    before.status !== now.status && `Your booking is now: ${customerStatusWord(now.status)}`,
    isMoved && `It is on ${formatDay(now.booking_date)} now`,
    !isMoved && readyOf(before) !== readyOf(now) && `It will be ready on ${readyOf(now)}`,
    looked(now) > looked(before) && `${looked(now)} of ${now.inspection?.length} points are looked at`,
    asked.length > 0 && `We ask you about: ${asked.map(({ name }) => name).join(', ')}`,
    paid > 0 && `We have received ${formatRupees(paid)}`,
  ]
    .filter(Boolean)
    .join('. ');
}
