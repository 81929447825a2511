import { atom } from 'jotai';
import {
  addItem,
  emptyCart,
  setItemQuantity,
  setVehicle,
  type Cart,
  type CartChange,
  type CartItem,
} from '../domain/cart.ts';
import type { SelectedVehicle } from '../domain/vehicle.ts';
import { haptic, type Haptic } from './haptics.ts';
import { notify } from './notify.ts';
import { store } from './store.ts';

/** The customer's bike, chosen anywhere on the site. */
export const vehicleAtom = atom<SelectedVehicle | null>(null);
export const cartAtom = atom<Cart>(emptyCart);
/** Whether the cart drawer is open. */
export const cartDrawerAtom = atom(false);
/** The dialog of a prerendered document that an early press of a button that opens the cart shows (`opensModalEarly`). */
export const cartDrawerId = 'cart';

const hapticOf: Partial<Record<CartChange['outcome'], Haptic>> = {
  added: 'added',
  replaced: 'added',
  changed: 'added',
  duplicate: 'duplicate',
  removed: 'removed',
};

function apply(change: CartChange): CartChange {
  store.set(cartAtom, change.cart);
  const pattern = hapticOf[change.outcome];
  if (pattern) haptic(pattern);
  if (change.notice) void notify(change.notice);
  return change;
}

/**
 * Adds a package or add-on priced for `vehicle`. A cart of another model is emptied first; the specification's notices
 * are shown. The page decides whether to open the drawer.
 */
export function addToCart(item: Omit<CartItem, 'quantity'>, vehicle: SelectedVehicle): CartChange {
  return apply(addItem(setVehicle(store.get(cartAtom), vehicle), item));
}

/** 0 or less removes the item. */
export function setQuantity(id: string, quantity: number): CartChange {
  return apply(setItemQuantity(store.get(cartAtom), id, quantity));
}

export function removeFromCart(id: string): CartChange {
  return setQuantity(id, 0);
}

/** Empties the cart without a notice, e.g. after a booking. */
export function clearCart(): void {
  store.set(cartAtom, { ...store.get(cartAtom), items: [] });
}

/** Chooses the bike. A model other than the cart's empties the cart. */
export function chooseVehicle(vehicle: SelectedVehicle): void {
  store.set(vehicleAtom, vehicle);
  store.set(cartAtom, setVehicle(store.get(cartAtom), vehicle));
}

/** Clears the bike. The cart stays, with the bike it was priced for. */
export function deselectVehicle(): void {
  store.set(vehicleAtom, null);
}
