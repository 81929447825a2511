import { freeToCancelUntil } from '@twostroke/shared/domain/cancellation';

const freeMinutes = 120;
/** Statuses in which a customer may still cancel; the database has the last word. */
const open: readonly string[] = ['confirmed', 'assigned'];

export interface CancelTerms {
  /** `free`: can be cancelled here. `late`: by phone only. `no`: there is nothing to cancel. */
  kind: 'free' | 'late' | 'no';
  /** Until when it is free, as clock time: "9 am on Sat 21 Nov". */
  until: string;
}

export interface CancellableBooking {
  status: string;
  /** ISO 8601 */
  starts_at: string;
  /** `YYYY-MM-DD` and `HH:MM:SS`, the same on the shop's clock. */
  booking_date: string;
  booking_time: string;
}

/**
 * Whether and until when a booking can be cancelled.
 * @param now the instant to judge from
 */
export function cancelTerms(booking: CancellableBooking, now: Date): CancelTerms {
  const until = freeToCancelUntil(booking.booking_date, booking.booking_time);
  if (!open.includes(booking.status)) return { kind: 'no', until };
  const late = now.getTime() > Date.parse(booking.starts_at) - freeMinutes * 60_000;
  return { kind: late ? 'late' : 'free', until };
}
