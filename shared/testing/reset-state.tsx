import { emptyCart } from '../domain/cart.ts';
import { cartAtom, cartDrawerAtom, sessionAtom, store, vehicleAtom } from '../state/index.ts';

/** The site's one store as it is for a visitor who just arrived: nothing chosen, nobody signed in. */
export function resetState(): void {
  store.set(sessionAtom, { status: 'signed-out' });
  store.set(vehicleAtom, null);
  store.set(cartAtom, emptyCart);
  store.set(cartDrawerAtom, false);
}
