import type { AppError } from '@twostroke/shared/data';
import type { Quote } from '@twostroke/shared/data/quote';

/** The new quote that comes with `price_changed`. */
export function newQuoteOf({ details }: AppError): Quote | null {
  try {
    const quote = JSON.parse(details ?? 'null') as Quote | null;
    return quote && Array.isArray(quote.lines) && Number.isInteger(quote.total) ? quote : null;
  } catch {
    return null;
  }
}
