import type { PageFrame } from '@twostroke/shared/contracts/manifest';
import { cartCount, cartSubtotal } from '@twostroke/shared/domain/cart';
import { formatRupees } from '@twostroke/shared/domain/money';
import { cartAtom } from '@twostroke/shared/state';
import { useAtomValue } from 'jotai';

/** What is safe, without the full stop: of a visitor, or of staff at their tool, who have neither bookings nor a cart. */
export function safeWords(frame: PageFrame | undefined): string {
  return frame === 'tool' ? 'What you saved is safe' : 'Your bookings are safe with us, and your cart is safe';
}

/** Says that only a part of the site failed: what works, and what is safe. */
export function RestOfSiteWorks({ frame }: { frame: PageFrame | undefined }) {
  const cart = useAtomValue(cartAtom);
  const count = cartCount(cart);
  if (frame === 'tool')
    return `${safeWords(frame)}, and customers can book as before. New bookings may not be announced till it is back.`;
  const bill = count > 0 ? `: ${count} ${count === 1 ? 'item' : 'items'}, ${formatRupees(cartSubtotal(cart))}` : '';
  return `The rest of the site works. ${safeWords(frame)}${bill}.`;
}
