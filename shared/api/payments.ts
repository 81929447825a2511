import { callBackend, callRpc } from '@twostroke/shared/client';
import type { Invoice, Voucher } from '../contracts/answers/invoice.ts';
import type { PaymentAnswer, UpiRequest } from '../contracts/answers/payment.ts';
import type { BookingKey } from './booking-key.ts';

export type { PayBy } from '../contracts/answers/fields.ts';
export type { CreditNote, Invoice, InvoiceLine, Voucher } from '../contracts/answers/invoice.ts';
export type {
  BookingPayment,
  PaymentAnswer,
  PaymentAttempt,
  BookingPaymentState,
  Refund,
  UpiRequest,
} from '../contracts/answers/payment.ts';

/**
 * Payments and the invoice. The database computes what is due; no amount is ever sent, except what staff were paid at
 * the counter.
 */

/**
 * Starts a UPI payment of what is due. A repeated call returns the same attempt.
 * @throws AppError `conflict` with hint paid, expired or online_only; `not_found`
 */
export async function startUpiPayment(key: BookingKey & { booking: string }): Promise<UpiRequest> {
  return callRpc('start_payment', { ...key, method: 'upi' });
}

/** The customer reports a UPI payment. @throws AppError `conflict` with hint payment_unknown; `not_found` */
export async function claimPayment(reference: string, manage_token?: string): Promise<PaymentAnswer> {
  const args = { reference, ...(manage_token !== undefined && { manage_token }) };
  return callRpc('claim_payment', args);
}

export interface OnlineOrder {
  /** Id of the attempt. */
  payment: string;
  amount_paise: number;
  /** Where to send the browser (`location.assign`): the gateway's page, which returns to the booking. */
  checkout: string;
  /** True for the demonstration, where no money moves. */
  demo: boolean;
}

/**
 * Starts an online payment of what is due. Afterwards the customer is back on the booking's page, with the link if they
 * came with it.
 * @throws AppError `conflict` with hint paid, expired or not_offered; `not_found`; `unavailable` when the gateway does
 *    not answer
 */
export async function startOnlinePayment(key: BookingKey & { booking: string }): Promise<OnlineOrder> {
  return callBackend<OnlineOrder>('/payments/v1/orders', { ...key });
}

/** Confirms an unpaid booking, to be paid after the service. @throws AppError `conflict` with hint expired or time_gone */
export async function payAfterService(key: BookingKey & { booking: string }): Promise<PaymentAnswer> {
  return callRpc('pay_after_service', { ...key });
}

/** For admins: a UPI payment has arrived. @throws AppError */
export async function confirmPayment(payment: string, note?: string): Promise<PaymentAnswer> {
  return callRpc('confirm_payment', { payment, ...(note && { note }) });
}

/** For admins: it has not arrived; the customer reads the note. @throws AppError `invalid` with hint payment_note */
export async function rejectClaim(payment: string, note: string): Promise<PaymentAnswer> {
  return callRpc('reject_claim', { payment, note });
}

/** What was paid at the counter, in whole rupees. A card has the approval code on the slip of the terminal. */
export type CounterPayment = { amount: number; note?: string | undefined } & (
  | { method: 'cash' }
  | { method: 'card'; terminal_reference: string }
);

/**
 * For admins: records a payment at the counter. A repeated card payment changes nothing.
 * @throws AppError `invalid` with hint amount, card_number or terminal_reference; `conflict` with hint paid or
 *    terminal_reference_used
 */
export async function recordPayment(booking: string, { note, ...payment }: CounterPayment): Promise<PaymentAnswer> {
  return callRpc('record_payment', { booking, ...payment, ...(note && { note }) });
}

/** For admins: a refund was made by hand. @throws AppError `conflict` with hint gateway_refunds */
export async function finishRefund(refund: string, note: string): Promise<PaymentAnswer> {
  return callRpc('finish_refund', { refund, note });
}

/**
 * For admins: the credit for a missed window, on this bill or the next one.
 * @throws AppError `conflict` with hint credited, not_late, no_weather_credit or no_credit; `invalid` with hint
 *    credit_note
 */
export async function giveLateCredit(booking: string, note: string): Promise<PaymentAnswer> {
  return callRpc('give_late_credit', { booking, note });
}

/** The invoice of a completed booking. @throws AppError `not_found`, with hint no_invoice before it is completed */
export async function getInvoice(key: BookingKey & { booking: string }): Promise<Invoice> {
  return callRpc('get_invoice', { ...key });
}

/** The receipt and refund vouchers of a booking, the oldest first. @throws AppError `not_found` */
export async function getVouchers(key: BookingKey & { booking: string }): Promise<Voucher[]> {
  return callRpc('get_vouchers', { ...key });
}
