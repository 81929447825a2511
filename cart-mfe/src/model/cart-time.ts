import { cartMinutes, isTwoDayCart, type Cart, type CartItem } from '@twostroke/shared/domain/cart';
import { formatJobTime } from '@twostroke/shared/domain/duration';

/** How long an item of the cart takes. */
export function itemTime({ duration_minutes, quantity, two_day }: CartItem): string {
  return formatJobTime({ minutes: duration_minutes * quantity, two_day });
}

/** How long everything in the cart takes. */
export function cartTime(cart: Cart): string {
  return formatJobTime({ minutes: cartMinutes(cart), two_day: isTwoDayCart(cart) });
}
