import type { AppError } from '@twostroke/shared/data';
import type { Quote } from '../../booking/quote.ts';

export interface FreeSlot {
  date: string;
  start: string;
  end: string;
  free: number;
}

/** The nearest free times that come with `slot_taken`; empty when they can't be read. */
export function alternativesOf({ details }: AppError): FreeSlot[] {
  const found = (parse(details) as { alternatives?: unknown } | null)?.alternatives;
  return Array.isArray(found) ? (found as FreeSlot[]) : [];
}

/** The new quote that comes with `price_changed`. */
export function newQuoteOf({ details }: AppError): Quote | null {
  const quote = parse(details) as Quote | null;
  return quote && Array.isArray(quote.lines) && Number.isInteger(quote.total) ? quote : null;
}

function parse(details: string | null): unknown {
  try {
    return JSON.parse(details ?? 'null');
  } catch {
    return null;
  }
}
