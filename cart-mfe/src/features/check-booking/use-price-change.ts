import type { Quote } from '@twostroke/shared/api/quote';
import { useEffect, useState } from 'react';
import type { Query } from '@twostroke/shared/api/use-query';

/** How long a changed price is shown before a press accepts it, so that the second click of a double click does not. */
const READING_MS = 800;

interface SeenPrice {
  /** The input of the quote: with another coupon or day, it was the customer who changed the price. */
  key: string | null;
  /** Rupees the customer saw first, and those that were shown long enough to be read. */
  first: number;
  read: number;
}

/**
 * Follows the price of one quote.
 * @returns `was`: the rupees shown before the price changed, else null; `isNew`: a press can't accept it yet;
 *    `changeFrom`: call it with the price that the server rejected
 */
export function usePriceChange(quote: Query<Quote>) {
  const { key } = quote;
  const total = quote.status === 'ready' ? quote.data.total : null;
  const [seen, setSeen] = useState<SeenPrice | null>(null);
  if (total !== null && seen?.key !== key) setSeen({ key, first: total, read: total });
  const current = seen?.key === key ? seen : null;
  const isNew = total !== null && current !== null && current.read !== total;
  useEffect(() => {
    if (!isNew) return undefined;
    const timer = setTimeout(() => setSeen((before) => before && { ...before, read: total }), READING_MS);
    return () => clearTimeout(timer);
  }, [isNew, total]);
  return {
    was: total !== null && current !== null && current.first !== total ? current.first : null,
    isNew,
    changeFrom: (pressed: number) => setSeen({ key, first: pressed, read: pressed }),
  };
}
