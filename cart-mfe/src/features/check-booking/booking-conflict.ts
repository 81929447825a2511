import type { AppError } from '@twostroke/shared/client';
import type { Quote } from '@twostroke/shared/api/quote';

/** The new quote that comes with `price_changed`. */
export function newQuoteOf({ details }: AppError): Quote | null {
  try {
    const quote = JSON.parse(details ?? 'null') as Quote | null;
    return quote && Array.isArray(quote.lines) && Number.isInteger(quote.total) ? quote : null;
  } catch {
    return null;
  }
}
