import { isSelectedVehicle, type SelectedVehicle } from './vehicle.ts';

/** The cart's rules, pure: each change returns the new cart and the notice for the customer. */
export interface CartItem {
  /** Slug of the package or add-on. */
  id: string;
  name: string;
  /** Whole rupees, GST included. For display only: the server prices every booking itself. */
  price: number;
  quantity: number;
  package_type: 'primary' | 'addon';
  duration_minutes: number;
  /** Ready two working days later. Missing in carts that were stored before it existed. */
  two_day?: boolean;
  /** Id of declined work that it does: always an add-on, also for a service of the catalogue. */
  declined?: string;
  /** With declined, for a guest: the token of the booking with which it was declined. */
  link?: string;
}

export interface Cart {
  items: CartItem[];
  vehicle: SelectedVehicle | null;
}

/** The exact notices of the specification. */
export type CartNotice = 'Already in cart' | 'Service updated' | 'Removed from cart';

/** What happened, for the notice and the haptic pattern. */
export type CartOutcome = 'added' | 'replaced' | 'duplicate' | 'removed' | 'changed' | 'unchanged';

export interface CartChange {
  cart: Cart;
  outcome: CartOutcome;
  notice: CartNotice | null;
}

export const emptyCart: Cart = { items: [], vehicle: null };

/** Adds an item: a duplicate is rejected, a primary replaces the primary, an add-on is appended with quantity 1. */
export function addItem(cart: Cart, item: Omit<CartItem, 'quantity'>): CartChange {
  if (cart.items.some((present) => present.id === item.id))
    return { cart, outcome: 'duplicate', notice: 'Already in cart' };
  const added: CartItem = { ...item, quantity: 1 };
  if (item.package_type === 'primary' && cart.items.some((present) => present.package_type === 'primary')) {
    const items = cart.items.map((present) => (present.package_type === 'primary' ? added : present));
    return { cart: { ...cart, items }, outcome: 'replaced', notice: 'Service updated' };
  }
  const items = item.package_type === 'primary' ? [added, ...cart.items] : [...cart.items, added];
  return { cart: { ...cart, items }, outcome: 'added', notice: null };
}

/** A stored cart with more of one item counts as corrupt, so the cart never accepts more. */
const LARGEST_QUANTITY = 99;

/** Sets a quantity, at most 99; 0 or less removes the item. A fraction or an id that is not in the cart changes nothing. */
export function setItemQuantity(cart: Cart, id: string, wanted: number): CartChange {
  const quantity = Math.min(wanted, LARGEST_QUANTITY);
  const present = cart.items.find((item) => item.id === id);
  const possible = quantity <= 0 || Number.isInteger(quantity);
  if (!present || !possible || present.quantity === quantity) return { cart, outcome: 'unchanged', notice: null };
  if (quantity <= 0) {
    const items = cart.items.filter((item) => item.id !== id);
    return { cart: { ...cart, items }, outcome: 'removed', notice: 'Removed from cart' };
  }
  const items = cart.items.map((item) => (item.id === id ? { ...item, quantity } : item));
  return { cart: { ...cart, items }, outcome: 'changed', notice: null };
}

/** Sets the cart's vehicle. A different model id empties the cart; the same id keeps it. */
export function setVehicle(cart: Cart, vehicle: SelectedVehicle): Cart {
  const otherModel = cart.vehicle !== null && cart.vehicle.modelId !== vehicle.modelId;
  return { vehicle, items: otherModel ? [] : cart.items };
}

/** Sum of whole-rupee prices. */
export function cartSubtotal(cart: Cart): number {
  return cart.items.reduce((sum, item) => sum + item.price * item.quantity, 0);
}

/** Number shown on the cart button. */
export function cartCount(cart: Cart): number {
  return cart.items.reduce((sum, item) => sum + item.quantity, 0);
}

/** Minutes of work of everything in the cart. */
export function cartMinutes(cart: Cart): number {
  return cart.items.reduce((sum, item) => sum + item.duration_minutes * item.quantity, 0);
}

/** Whether something in the cart makes it a job of two days. */
export function isTwoDayCart(cart: Cart): boolean {
  return cart.items.some(({ two_day }) => two_day);
}

/** Whether stored JSON is a cart that this version understands: anything else is removed. */
export function isCart(value: unknown): value is Cart {
  if (typeof value !== 'object' || value === null) return false;
  const { items, vehicle } = value as Record<string, unknown>;
  if (!Array.isArray(items) || items.length > 30) return false;
  if (vehicle !== null && !isSelectedVehicle(vehicle)) return false;
  const ids = new Set(items.map((item: unknown) => (item as { id?: unknown } | null)?.id));
  const primaries = items.filter((item: unknown) => (item as CartItem | null)?.package_type === 'primary');
  return items.every(isCartItem) && ids.size === items.length && primaries.length <= 1;
}

function isCartItem(value: unknown): value is CartItem {
  if (typeof value !== 'object' || value === null) return false;
  const item = value as Record<string, unknown>;
  return (
    typeof item.id === 'string' &&
    typeof item.name === 'string' &&
    isCount(item.price, 0, 1_000_000) &&
    isCount(item.quantity, 1, LARGEST_QUANTITY) &&
    isCount(item.duration_minutes, 0, 10_000) &&
    (item.package_type === 'primary' || item.package_type === 'addon')
  );
}

function isCount(value: unknown, low: number, high: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high;
}
