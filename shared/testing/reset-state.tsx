import { emptyCart } from '../domain/cart.ts';
import { cartAtom, cartDrawerAtom, sessionAtom, store, vehicleAtom } from '../state/index.ts';

/** The site's one store for a new visitor: nothing chosen, signed out. */
export function resetState(): void {
  store.set(sessionAtom, { status: 'signed-out' });
  store.set(vehicleAtom, null);
  store.set(cartAtom, emptyCart);
  store.set(cartDrawerAtom, false);
}
