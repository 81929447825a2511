/** @jest-environment jsdom */
import { vehicleOf } from '@twostroke/shared/domain/vehicle';
import { emptyCart } from '@twostroke/shared/domain/cart';
import { addToCart, cartAtom, store, toasterWantedAtom, vehicleAtom } from '@twostroke/shared/state';
import { activa6g, classic350 } from '../testing/catalog-rows.ts';
import { chooseBike } from './choose-bike.ts';

const classic = vehicleOf(classic350.brands, classic350);
const activa = vehicleOf(activa6g.brands, activa6g);
const item = {
  id: 'general-service',
  name: 'General Service',
  price: 1699,
  package_type: 'primary',
  duration_minutes: 105,
} as const;

beforeEach(() => {
  store.set(cartAtom, emptyCart);
  store.set(vehicleAtom, null);
  store.set(toasterWantedAtom, false);
});

test('another bike empties the cart and says so', () => {
  chooseBike(classic);
  addToCart(item, classic);
  chooseBike(activa);
  expect(store.get(cartAtom)).toEqual({ vehicle: activa, items: [] });
  expect(store.get(toasterWantedAtom)).toBe(true);
});

test('the same bike keeps the cart and says nothing', () => {
  chooseBike(classic);
  addToCart(item, classic);
  chooseBike(classic);
  expect(store.get(cartAtom).items).toHaveLength(1);
  expect(store.get(toasterWantedAtom)).toBe(false);
});
