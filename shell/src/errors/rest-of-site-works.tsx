import { cartCount, cartSubtotal } from '@twostroke/shared/domain/cart';
import { formatRupees } from '@twostroke/shared/domain/money';
import { cartAtom } from '@twostroke/shared/state';
import { useAtomValue } from 'jotai';

/** Tells the visitor that only a part of the site failed: the rest works, and nothing is lost. */
export function RestOfSiteWorks() {
  const cart = useAtomValue(cartAtom);
  const count = cartCount(cart);
  const bill = count > 0 && `: ${count} ${count === 1 ? 'item' : 'items'}, ${formatRupees(cartSubtotal(cart))}`;
  return `The rest of the site works. Your bookings are safe with us, and your cart is safe${bill || ''}.`;
}
