/** @jest-environment jsdom */
import { toast } from 'sonner';
import { basicService, buildCart, generalService, warranty } from '../testing/build-cart.tsx';
import { classic350, hunter350 } from '../testing/build-vehicle.tsx';
import { resetState } from '../testing/reset-state.tsx';
import {
  addToCart,
  cartAtom,
  chooseVehicle,
  clearCart,
  deselectVehicle,
  removeFromCart,
  setQuantity,
  vehicleAtom,
} from './cart.ts';
import { toasterMounted } from './notify.ts';
import { store } from './store.ts';

const vibrate = jest.fn<boolean, [number[]]>();
const ids = () => store.get(cartAtom).items.map(({ id, quantity }) => `${id} × ${quantity}`);

/** The titles of the toasts since the last call. */
let seen = 0;
async function newNotices(): Promise<unknown[]> {
  await Promise.resolve(import('sonner'));
  await new Promise(process.nextTick);
  const titles = toast.getHistory().map((shown) => ('title' in shown ? shown.title : null));
  const fresh = titles.slice(seen);
  seen = titles.length;
  return fresh;
}

beforeEach(() => {
  resetState();
  toasterMounted();
  vibrate.mockReset();
  Object.assign(navigator, { vibrate });
});

describe('cart actions', () => {
  test('the first package is added silently, with a short buzz', async () => {
    expect(addToCart(generalService, classic350).outcome).toBe('added');
    expect(ids()).toEqual(['general-service × 1']);
    expect(store.get(cartAtom).vehicle).toEqual(classic350);
    expect(vibrate.mock.calls).toEqual([[[12]]]);
    expect(await newNotices()).toEqual([]);
  });

  test("adding what is in the cart changes nothing and says 'Already in cart'", async () => {
    store.set(cartAtom, buildCart());
    addToCart(warranty, classic350);
    expect(store.get(cartAtom)).toEqual(buildCart());
    expect(vibrate.mock.calls).toEqual([[[12, 40, 12]]]);
    expect(await newNotices()).toEqual(['Already in cart']);
  });

  test("another primary replaces the primary and says 'Service updated'", async () => {
    store.set(cartAtom, buildCart());
    addToCart(basicService, classic350);
    expect(ids()).toEqual(['basic-service × 1', 'extended-warranty × 1']);
    expect(vibrate.mock.calls).toEqual([[[12]]]);
    expect(await newNotices()).toEqual(['Service updated']);
  });

  test.each([0, -1])("quantity %d removes and says 'Removed from cart'", async (quantity) => {
    store.set(cartAtom, buildCart());
    setQuantity('extended-warranty', quantity);
    expect(ids()).toEqual(['general-service × 1']);
    expect(vibrate.mock.calls).toEqual([[[24]]]);
    expect(await newNotices()).toEqual(['Removed from cart']);
  });

  test("removing says 'Removed from cart' once; removing a missing item says nothing", async () => {
    store.set(cartAtom, buildCart());
    removeFromCart('extended-warranty');
    removeFromCart('extended-warranty');
    expect(vibrate).toHaveBeenCalledTimes(1);
    expect(await newNotices()).toEqual(['Removed from cart']);
  });

  test('setting a quantity vibrates and shows no notice', async () => {
    store.set(cartAtom, buildCart());
    setQuantity('extended-warranty', 2);
    expect(ids()).toEqual(['general-service × 1', 'extended-warranty × 2']);
    expect(vibrate.mock.calls).toEqual([[[12]]]);
    expect(await newNotices()).toEqual([]);
  });

  test('emptying the cart after a booking is silent and keeps its bike', async () => {
    store.set(cartAtom, buildCart());
    clearCart();
    expect(store.get(cartAtom)).toEqual({ items: [], vehicle: classic350 });
    expect(vibrate).not.toHaveBeenCalled();
    expect(await newNotices()).toEqual([]);
  });
});

describe('the bike', () => {
  test('choosing another model empties the cart, also within the same brand', () => {
    store.set(cartAtom, buildCart());
    chooseVehicle(hunter350);
    expect(store.get(vehicleAtom)).toEqual(hunter350);
    expect(store.get(cartAtom)).toEqual({ items: [], vehicle: hunter350 });
  });

  test('choosing the same model again keeps the cart', () => {
    store.set(cartAtom, buildCart());
    chooseVehicle({ ...classic350 });
    expect(store.get(cartAtom)).toEqual(buildCart());
  });

  test('adding for another model drops the items priced for the first', () => {
    store.set(cartAtom, buildCart());
    expect(addToCart(generalService, hunter350).outcome).toBe('added');
    expect(store.get(cartAtom)).toEqual(buildCart([generalService], hunter350));
  });

  test('clearing the bike keeps the cart with the bike it was priced for', () => {
    chooseVehicle(classic350);
    store.set(cartAtom, buildCart());
    deselectVehicle();
    expect(store.get(vehicleAtom)).toBeNull();
    expect(store.get(cartAtom)).toEqual(buildCart());
  });
});
