import { cartCount, cartSubtotal } from '@twostroke/shared/domain/cart';
import { formatRupees } from '@twostroke/shared/domain/money';
import { cartAtom } from '@twostroke/shared/state';
import { useAtomValue } from 'jotai';

/** Tells the visitor that only a part of the site failed: the rest works, and nothing is lost. */
export function RestOfSiteWorks() {
  const cart = useAtomValue(cartAtom);
  const count = cartCount(cart);
  if (count === 0) return 'The rest of the site works, and your cart is safe.';
  const items = count === 1 ? 'item' : 'items';
  return `The rest of the site works, and your cart is safe: ${count} ${items}, ${formatRupees(cartSubtotal(cart))}.`;
}
