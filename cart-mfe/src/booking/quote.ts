import { callRpc } from '@twostroke/shared/data';
import type { Job } from './job.ts';

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
  /** Null when it is about the cart as a whole. */
  item_id: string | null;
  code: string;
  /** A sentence to show. */
  reason: string;
}

/** What the server charges for a job. */
export interface Quote {
  lines: QuoteLine[];
  refusals: QuoteRefusal[];
  total: number;
  minutes: number;
  taxable_paise: number;
  tax_paise: number;
  cgst_paise: number;
  sgst_paise: number;
  /** Whether this package is fetched free of charge. */
  free_pickup: boolean;
}

/** @throws AppError */
export async function loadQuote({ items, model, mode }: Job): Promise<Quote> {
  return (await callRpc('quote', { items, model, mode })) as unknown as Quote;
}
