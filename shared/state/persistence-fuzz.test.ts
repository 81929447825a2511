/** @jest-environment jsdom */
import { isCart } from '../domain/cart.ts';
import { isSelectedVehicle } from '../domain/vehicle.ts';
import { buildCart } from '../testing/build-cart.tsx';
import { classic350 } from '../testing/build-vehicle.tsx';
import { randomlyDamaged, seededRandom } from '../testing/random-values.tsx';
import { resetState } from '../testing/reset-state.tsx';
import { cartAtom, vehicleAtom } from './cart.ts';
import { startPersistence, storageKeys } from './persistence.ts';
import { store } from './store.ts';

const keys = ['slug', 'name', 'body', 'brand', 'model', 'modelId', 'items', 'vehicle', 'id', 'price', 'quantity'];
const leaves = ['royal-enfield', 'classic-350', 'royal-enfield/classic-350', 'primary', 'addon', 1699, 1];
const right = { cart: buildCart(), brand: classic350.brand, model: classic350.model };

test('1,000 random storage values never throw and are never accepted with a wrong shape', () => {
  const random = seededRandom(20261120);
  let taken = 0;
  for (let run = 0; run < 1000; run += 1) {
    resetState();
    window.localStorage.clear();
    for (const part of ['cart', 'brand', 'model'] as const) {
      const value = random() < 0.3 ? right[part] : randomlyDamaged(right[part], random, keys, leaves);
      const text = JSON.stringify(value) ?? '';
      window.localStorage.setItem(storageKeys[part], random() < 0.1 ? text.slice(0, text.length * random()) : text);
    }
    startPersistence()();
    const vehicle = store.get(vehicleAtom);
    expect(vehicle === null || isSelectedVehicle(vehicle)).toBe(true);
    expect(isCart(store.get(cartAtom))).toBe(true);
    expect(window.localStorage.getItem(storageKeys.brand) === null).toBe(vehicle === null);
    if (store.get(cartAtom).items.length > 0) taken += 1;
  }
  expect(taken).toBeGreaterThan(100); // otherwise the values are too random to test anything
});
