import type { BookingReceipt } from '@twostroke/shared/api/bookings';
import * as v from 'valibot';

const receiptSchema = v.object({
  number: v.string(),
  status: v.custom<BookingReceipt['status']>((value) => typeof value === 'string'),
  booking_date: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/)),
  booking_time: v.string(),
  window_end: v.string(),
  estimated_price: v.number(),
});

/** The receipt of a booking, shown even when the booking itself cannot be loaded. */
export type Receipt = v.InferOutput<typeof receiptSchema>;

/** State of the navigation from the last step to the booking. The browser keeps it even after a reload. */
export interface ReceiptState {
  receipt: Receipt;
}

export function receiptState(made: BookingReceipt): ReceiptState {
  const { number, status, booking_date, booking_time, window_end, estimated_price } = made;
  return { receipt: { number, status, booking_date, booking_time, window_end, estimated_price } };
}

/**
 * @param state of the current location, anything
 * @returns null when the visit did not come from the last step
 */
export function receiptIn(state: unknown): Receipt | null {
  const { success, output } = v.safeParse(v.object({ receipt: receiptSchema }), state);
  return success ? output.receipt : null;
}
