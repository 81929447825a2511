import {
  array,
  boolean,
  intersect,
  nullable,
  number,
  object,
  optional,
  picklist,
  string,
  type InferOutput,
} from 'valibot';
import { instant, payBy, words } from './fields.ts';
import { voucherName } from './invoice.ts';
import { bookingState } from './state.ts';

/** What the functions about payments return. The database computes what is due. */

const paymentAttempt = object({
  id: string(),
  method: picklist(words.payment_method),
  /** Who reports a payment: `upi` and `desk` are staff, `local` is the demonstration. */
  provider: picklist(words.payment_provider),
  /** Our reference; customers and staff can quote it. */
  reference: string(),
  /** Approval code on the slip of the shop's card terminal; null for other payments. */
  terminal_reference: nullable(string()),
  amount_paise: number(),
  captured_paise: number(),
  status: picklist(words.payment_status),
  /** What staff noted about it. */
  note: nullable(string()),
  created_at: instant,
  claimed_at: nullable(instant),
  captured_at: nullable(instant),
});

const refund = object({
  id: string(),
  payment_id: string(),
  amount_paise: number(),
  reason: picklist(words.refund_reason),
  /** `failed`: the gateway could not refund; staff do it by hand. */
  status: picklist(words.refund_status),
  note: nullable(string()),
  asked_at: instant,
  done_at: nullable(instant),
});

/** The payments of a booking. */
export const bookingPayment = object({
  /** `claimed`: the customer reports a UPI payment, and staff check whether it has arrived. */
  status: picklist(words.booking_payment_state),
  /** Whole rupees: what was received and is kept, and what is left to pay. */
  paid: number(),
  due: number(),
  /** The most that may be billed for the work: the estimate and the extra work that was agreed. */
  agreed: number(),
  /** What the work costs: the bill, or what was agreed so far. */
  work: number(),
  /** The work less credits, with this booking's fee and those carried to it; a booking that is off costs its fee. */
  total: number(),
  /** The fee of a diagnosis: what the agreed repair has taken off, and what more comes off once work is agreed to. */
  fee_off: number(),
  fee_left: number(),
  /** Fees of no-shows that are paid with this booking, in rupees. */
  carried: array(object({ number: string(), amount: number() })),
  /** Number of the later booking with which the fee of this no-show is paid. */
  carried_to: nullable(string()),
  /** What credits take off this bill, in rupees. */
  credit: number(),
  /** Given because the shop cancelled this booking or was late; used_by null: for the next one. */
  credit_given: nullable(
    object({ amount: number(), reason: picklist(words.credit_reason), used_by: nullable(string()) }),
  ),
  /** Whether staff can give the credit for a missed window. */
  late_credit: boolean(),
  method: payBy,
  /** Whether online payment is available. */
  online: boolean(),
  /** Until when an unpaid booking keeps its time; null when it does not expire. */
  pay_until: nullable(instant),
  /** For phones whose clock is wrong. */
  seconds_left: nullable(number()),
  payments: array(paymentAttempt),
  refunds: array(refund),
  /** Receipt and refund vouchers of advances. */
  vouchers: optional(array(voucherName)),
  /** In how many working days a refund arrives. */
  refund_days: object({ from: number(), to: number() }),
});

/** A booking's state and its payments after a change. */
export const paymentAnswer = intersect([bookingState, object({ payment: bookingPayment })]);

export const upiRequest = object({
  /** Id of the attempt. */
  payment: string(),
  reference: string(),
  /** Whole rupees. */
  amount: number(),
  amount_paise: number(),
  /** Opens a UPI app on a phone; shown as a QR code on other screens. */
  upi_link: string(),
  vpa: string(),
  name: string(),
  /** `claimed`: the customer has already reported the payment. */
  status: picklist(['created', 'claimed']),
});

export type PaymentAttempt = InferOutput<typeof paymentAttempt>;
export type Refund = InferOutput<typeof refund>;
export type BookingPayment = InferOutput<typeof bookingPayment>;
export type BookingPaymentState = BookingPayment['status'];
export type PaymentAnswer = InferOutput<typeof paymentAnswer>;
export type UpiRequest = InferOutput<typeof upiRequest>;
