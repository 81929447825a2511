import { callBackend, callRpc } from '@twostroke/shared/data';
import type { Dues } from '../domain/dues.ts';
import type { BookingKey } from './bookings.ts';

/** Paying, and the invoice. What is due is always the database's; no amount is ever sent, but cash that staff were given. */

/** How the customer wants to pay: `payment` of the request of createBooking. */
export type PayBy = 'after_service' | 'upi' | 'online';

export type PaymentStatus =
  | 'unpaid'
  | 'claimed' // the customer says that he has paid by UPI; staff look whether the money is there
  | 'part_paid'
  | 'paid'
  | 'refund_due' // something is to be given back
  | 'refunded' // everything was given back
  | 'nothing_due';

export interface PaymentAttempt {
  id: string;
  method: 'upi' | 'card' | 'netbanking' | 'wallet' | 'cash' | 'online';
  /** Who tells us that money came: `upi` and `desk` are staff, `local` is the demonstration. */
  provider: 'upi' | 'local' | 'razorpay' | 'desk';
  /** Ours; customers and staff can name it. */
  reference: string;
  amount_paise: number;
  captured_paise: number;
  status: 'created' | 'claimed' | 'authorized' | 'captured' | 'failed' | 'partially_refunded' | 'refunded';
  /** What staff said about it. */
  note: string | null;
  /** ISO instants. */
  created_at: string;
  claimed_at: string | null;
  captured_at: string | null;
}

export interface Refund {
  id: string;
  payment_id: string;
  amount_paise: number;
  reason: 'cancelled' | 'no_show' | 'paid_late' | 'overpaid' | 'wrong_amount';
  /** `failed`: the gateway could not; staff give it back by hand. */
  status: 'asked' | 'done' | 'failed';
  note: string | null;
  /** ISO instants. */
  asked_at: string;
  done_at: string | null;
}

/** The money of a booking, part of what getBooking answers. */
export interface BookingPayment extends Dues {
  status: PaymentStatus;
  /** Whole rupees: what came and is not to be given back, and what is left to pay. */
  paid: number;
  due: number;
  /** Whether staff can give the credit for our having come late. */
  late_credit: boolean;
  method: PayBy;
  /** Whether there is a gateway to pay online with. */
  online: boolean;
  /** ISO instant until which an unpaid booking keeps its time; null when nothing runs out. */
  pay_until: string | null;
  /** Phones whose clock is wrong go by this. */
  seconds_left: number | null;
  payments: PaymentAttempt[];
  refunds: Refund[];
  /** In words: 5–7 working days. */
  refund_time: string;
}

/** A booking's state and its money, after something was done. */
export interface PaymentAnswer {
  id: string;
  number: string;
  status: string;
  fee: number;
  payment: BookingPayment;
}

export interface UpiRequest {
  /** Id of the attempt. */
  payment: string;
  reference: string;
  /** Whole rupees. */
  amount: number;
  amount_paise: number;
  /** Opens a UPI app on a phone; the same text as a QR is for other screens. */
  upi_link: string;
  vpa: string;
  name: string;
  /** `claimed`: the customer has said already that he paid. */
  status: 'created' | 'claimed';
}

/**
 * What is due, to be paid by UPI. Asked again it is the same attempt.
 * @throws AppError `conflict` with hint paid, expired or not_allowed; `not_found`
 */
export async function startUpiPayment(key: BookingKey & { booking: string }): Promise<UpiRequest> {
  return (await callRpc('start_payment', { ...key, method: 'upi' })) as unknown as UpiRequest;
}

/** The customer says that he has paid by UPI. @throws AppError `conflict` with hint not_allowed; `not_found` */
export async function claimPayment(reference: string, manage_token?: string): Promise<PaymentAnswer> {
  const args = { reference, ...(manage_token !== undefined && { manage_token }) };
  return (await callRpc('claim_payment', args)) as unknown as PaymentAnswer;
}

export interface OnlineOrder {
  /** Id of the attempt. */
  payment: string;
  amount_paise: number;
  /** Where to send the browser (`location.assign`): the gateway's page, from which it comes back to the booking. */
  checkout: string;
  /** True for the demonstration, where no money moves. */
  demo: boolean;
}

/**
 * What is due, to be paid online. Afterwards the customer is back on the booking's page, with its link if he came with it.
 * @throws AppError `conflict` with hint paid, expired or not_offered; `not_found`; `unavailable` when the gateway is away
 */
export async function startOnlinePayment(key: BookingKey & { booking: string }): Promise<OnlineOrder> {
  return callBackend<OnlineOrder>('/payments/v1/orders', { ...key });
}

/** Confirms an unpaid booking that is then paid after the service. @throws AppError `conflict` with hint expired */
export async function payAfterService(key: BookingKey & { booking: string }): Promise<PaymentAnswer> {
  return (await callRpc('pay_after_service', { ...key })) as unknown as PaymentAnswer;
}

/** For admins: the money of a UPI payment is there. @throws AppError */
export async function confirmPayment(payment: string, note?: string): Promise<PaymentAnswer> {
  return (await callRpc('confirm_payment', { payment, ...(note && { note }) })) as unknown as PaymentAnswer;
}

/** For admins: it is not there; the customer reads the note. @throws AppError `invalid` with hint note */
export async function rejectClaim(payment: string, note: string): Promise<PaymentAnswer> {
  return (await callRpc('reject_claim', { payment, note })) as unknown as PaymentAnswer;
}

/** For admins: cash was handed over, whole rupees. @throws AppError `invalid` with hint amount, `conflict` with hint paid */
export async function recordCash(booking: string, amount: number, note?: string): Promise<PaymentAnswer> {
  return (await callRpc('record_cash', { booking, amount, ...(note && { note }) })) as unknown as PaymentAnswer;
}

/** For admins: money was given back by hand. @throws AppError `conflict` with hint not_allowed: the gateway does it */
export async function finishRefund(refund: string, note: string): Promise<PaymentAnswer> {
  return (await callRpc('finish_refund', { refund, note })) as unknown as PaymentAnswer;
}

/**
 * For admins: ₹100 for a window that we missed by 60 minutes, off this bill or off the next one.
 * @throws AppError `conflict` with hint credited, not_late, weather or not_allowed; `invalid` with hint note
 */
export async function giveLateCredit(booking: string, note: string): Promise<PaymentAnswer> {
  return (await callRpc('give_late_credit', { booking, note })) as unknown as PaymentAnswer;
}

export interface InvoiceLine {
  description: string;
  sac: string;
  quantity: number;
  /** With GST; total is gross less discount, and taxable with its taxes. */
  gross_paise: number;
  discount_paise: number;
  total_paise: number;
  taxable_paise: number;
  /** Per cent. */
  rate: number;
  cgst_rate: number;
  cgst_paise: number;
  sgst_rate: number;
  sgst_paise: number;
  igst_rate: number;
  igst_paise: number;
}

/** As it was issued: it never changes. */
export interface Invoice {
  number: string;
  /** YYYY-MM-DD */
  date: string;
  /** ISO instant. */
  issued_at: string;
  supplier: {
    legal_name: string;
    trade_name: string;
    address: string;
    gstin: string;
    phone: string;
    email: string;
  };
  customer: { name: string; phone: string; address: string | null; gstin: string | null };
  /** 27-Maharashtra */
  place_of_supply: string;
  reverse_charge: 'No';
  lines: InvoiceLine[];
  discount_paise: number;
  /** The part of it that credits are; older invoices know none. */
  credit_paise?: number;
  taxable_paise: number;
  tax_paise: number;
  cgst_paise: number;
  sgst_paise: number;
  igst_paise: number;
  /** Whole rupees. */
  total: number;
  total_paise: number;
  total_in_words: string;
  booking_number: string;
  /** YYYY-MM-DD */
  service_date: string;
  bike: string;
  vehicle_number: string | null;
  odometer_km: number | null;
  /** Missing in invoices from before it was asked for. */
  model_year?: number | null;
  mechanic: string | null;
  /** YYYY-MM-DD */
  warranty_until: string;
  /** Or so many kilometres, whichever comes first; null: without limit. */
  warranty_km: number | null;
  next_service: { date: string; odometer_km: number | null };
  /** The shop's facts are invented. */
  is_demo: boolean;
}

/** The invoice of a completed booking. @throws AppError `not_found`, with hint no_invoice before it is completed */
export async function getInvoice(key: BookingKey & { booking: string }): Promise<Invoice> {
  return (await callRpc('get_invoice', { ...key })) as unknown as Invoice;
}

/**
 * The GSTIN for the invoice, or '' for none, until the service is completed.
 * @throws AppError `invalid` with hint gstin, `conflict` with hint invoice_issued or not_allowed
 */
export async function setGstin(key: BookingKey & { booking: string }, gstin: string): Promise<void> {
  await callRpc('set_gstin', { ...key, gstin });
}
