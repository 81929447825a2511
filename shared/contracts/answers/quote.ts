import { array, boolean, nullable, number, object, record, string, unknown, type InferOutput } from 'valibot';
import { packageType } from './fields.ts';

/** What a job costs. */

const quoteLine = object({
  item_id: string(),
  name: string(),
  package_type: packageType,
  quantity: number(),
  /** Whole rupees, GST included. */
  unit_price: number(),
  price: number(),
  minutes: number(),
  two_day: boolean(),
});

/** Why a cart, or a coupon, is not accepted. Its sentence is a message of the app. */
const reason = { code: string(), data: nullable(record(string(), unknown())) };

/** item_id is null when it is about the cart as a whole, or about the place. */
const quoteRejection = object({ item_id: nullable(string()), ...reason });

export const quotedCoupon = object({
  /** As the shop writes it. */
  code: string(),
  /** Discount in rupees; 0 when it is rejected. */
  off: number(),
  /** Why there is no discount. */
  refusal: nullable(object(reason)),
});

export const quote = object({
  lines: array(quoteLine),
  refusals: array(quoteRejection),
  /** Rupees of all lines. */
  subtotal: number(),
  coupon: nullable(quotedCoupon),
  /** Rupees to pay. */
  total: number(),
  minutes: number(),
  /** The GST included in the total: CGST and SGST in the shop's own state, otherwise IGST. */
  taxable_paise: number(),
  tax_paise: number(),
  cgst_paise: number(),
  sgst_paise: number(),
  igst_paise: number(),
  /** Per cent. */
  cgst_rate: number(),
  sgst_rate: number(),
  igst_rate: number(),
  /** Whether pickup is free for this package. */
  free_pickup: boolean(),
  /** Rupees for cancelling late; free the first time for a phone number. */
  late_fee: number(),
  /** Rupees for cancelling when the mechanic is on the way or there; null where nobody travels. */
  visit_fee: nullable(number()),
});

export type QuoteLine = InferOutput<typeof quoteLine>;
export type QuoteRejection = InferOutput<typeof quoteRejection>;
export type QuotedCoupon = InferOutput<typeof quotedCoupon>;
export type Quote = InferOutput<typeof quote>;
