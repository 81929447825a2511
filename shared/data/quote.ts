import { callRpc } from '@twostroke/shared/data';
import type { ServiceMode } from '../domain/booking-form.ts';

/** Prices. Nothing else works one out: what the customer saw here is what create_booking charges. */

export interface QuoteLine {
  item_id: string;
  name: string;
  package_type: 'primary' | 'addon' | 'pickup';
  quantity: number;
  /** Whole rupees, GST included. */
  unit_price: number;
  price: number;
  minutes: number;
}

export interface QuoteRefusal {
  /** Null when it is about the cart as a whole, or about the place. */
  item_id: string | null;
  code: string;
  /** A sentence to show. */
  reason: string;
}

export interface QuotedCoupon {
  /** As the shop writes it. */
  code: string;
  /** Rupees it takes off; 0 when it is refused. */
  off: number;
  /** Why it takes nothing off, as a sentence to show. */
  reason: string | null;
}

/** What a job costs. */
export interface Quote {
  lines: QuoteLine[];
  refusals: QuoteRefusal[];
  /** Rupees of all lines. */
  subtotal: number;
  coupon: QuotedCoupon | null;
  /** Rupees to pay. */
  total: number;
  minutes: number;
  /** The GST that is in the total: CGST and SGST in the shop's own state, else IGST. */
  taxable_paise: number;
  tax_paise: number;
  cgst_paise: number;
  sgst_paise: number;
  igst_paise: number;
  /** Whether this package is fetched free of charge. */
  free_pickup: boolean;
}

export interface QuoteQuery {
  items: { id: string; quantity: number }[];
  /** `brand/model` */
  model: string;
  mode: ServiceMode;
  coupon?: string;
  /** Slug of an area, and its PIN. */
  area?: string;
  pin?: string;
  /** YYYY-MM-DD: some coupons depend on the day. */
  date?: string;
  /** Of the business that gets the invoice: its state decides which tax it is. */
  gstin?: string;
}

/** @throws AppError `invalid` with hint model, mode, items or gstin */
export async function quote(query: QuoteQuery): Promise<Quote> {
  return (await callRpc('quote', { ...query })) as unknown as Quote;
}
