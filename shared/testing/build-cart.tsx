import type { Cart, CartItem } from '../domain/cart.ts';
import { classic350 } from './build-vehicle.tsx';

type NewItem = Omit<CartItem, 'quantity'>;

export const generalService: NewItem = {
  id: 'general-service',
  name: 'General Service',
  price: 1699,
  package_type: 'primary',
  duration_minutes: 105,
};
export const basicService: NewItem = {
  id: 'basic-service',
  name: 'Basic Service',
  price: 799,
  package_type: 'primary',
  duration_minutes: 75,
};
export const warranty: NewItem = {
  id: 'extended-warranty',
  name: '30 to 90-day warranty',
  price: 349,
  package_type: 'addon',
  duration_minutes: 0,
};

/** A cart for the Classic 350 with these items, one of each: General Service and the warranty by default, ₹2,048. */
export function buildCart(items: NewItem[] = [generalService, warranty], vehicle = classic350): Cart {
  return { items: items.map((item) => ({ ...item, quantity: 1 })), vehicle };
}
