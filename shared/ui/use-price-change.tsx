import { useEffect, useState } from 'react';

/** How long a changed price is shown before a press accepts it, so that the second click of a double click does not. */
const READING_MS = 800;

interface SeenPrice {
  key: string;
  /** What the person saw first, and what was shown long enough to be read. */
  first: string;
  read: string;
}

export interface PriceChange {
  /** The price that was shown before it changed, else null. */
  was: string | null;
  /** A press can't accept it yet. */
  isNew: boolean;
  /** Call it with the price that the server rejected. */
  changeFrom: (pressed: string) => void;
}

/**
 * Follows the price on a button.
 * @param key what the price depends on: with another coupon or cause, it was the person who changed it. Null while there
 *    is no button.
 * @param price in words, as on the button: "₹100". Null while it is not known.
 */
export function usePriceChange(key: string | null, price: string | null): PriceChange {
  const [seen, setSeen] = useState<SeenPrice | null>(null);
  if (key === null) {
    if (seen !== null) setSeen(null);
  } else if (price !== null && seen?.key !== key) setSeen({ key, first: price, read: price });
  const current = seen?.key === key ? seen : null;
  const isNew = price !== null && current !== null && current.read !== price;
  useEffect(() => {
    if (!isNew) return undefined;
    const timer = setTimeout(() => setSeen((before) => before && { ...before, read: price }), READING_MS);
    return () => clearTimeout(timer);
  }, [isNew, price]);
  return {
    was: price !== null && current !== null && current.first !== price ? current.first : null,
    isNew,
    changeFrom: (pressed) => {
      if (key !== null) setSeen({ key, first: pressed, read: pressed });
    },
  };
}
