import { callRpc } from '@twostroke/shared/client';
import type { ServiceMode } from '../domain/booking-form.ts';
import type { Quote } from '../contracts/answers/quote.ts';

export type { Quote, QuotedCoupon, QuoteLine, QuoteRejection } from '../contracts/answers/quote.ts';

/** Prices. Nothing else computes one: create_booking charges what the customer saw here. */

export interface QuoteQuery {
  items: { id: string; quantity: number; declined?: string; link?: string }[];
  /** `brand/model` */
  model: string;
  mode: ServiceMode;
  coupon?: string;
  /** Slug of an area, and its PIN. */
  area?: string;
  pin?: string;
  /** YYYY-MM-DD: some coupons depend on the day. */
  date?: string;
  /** Of the business on the invoice: its state decides which tax applies. */
  gstin?: string;
  /** For owners and desk: the bike joins this group. */
  group_id?: string;
  /** Its open hold keeps the prices of the same work. */
  request_id?: string;
}

/** @throws AppError `invalid` with hint model, mode, items or gstin */
export async function quote(query: QuoteQuery): Promise<Quote> {
  return callRpc('quote', { ...query });
}
