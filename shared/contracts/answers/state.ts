import { nullable, number, object, optional, picklist, string } from 'valibot';
import { bookingStatus, clockTime, date, words } from './fields.ts';

/** What every function that changes a booking returns: its state afterwards. */
export const bookingState = object({
  id: string(),
  /** The short number that people read aloud. */
  number: string(),
  status: bookingStatus,
  mechanic: nullable(string()),
  booking_date: date,
  booking_time: clockTime,
  window_end: clockTime,
  ready_date: date,
  /** For which it is promised; null: for the day. */
  ready_time: optional(nullable(clockTime)),
  /** Whole rupees. */
  estimated_price: number(),
  final_price: nullable(number()),
  fee: number(),
  cancelled_by: nullable(picklist(words.cancelling_party)),
  cancel_reason: nullable(string()),
});
