/** @jest-environment jsdom */
import { buildCart, generalService } from '../testing/build-cart.tsx';
import { activa6g, classic350, hunter350 } from '../testing/build-vehicle.tsx';
import { resetState } from '../testing/reset-state.tsx';
import { addToCart, cartAtom, chooseVehicle, deselectVehicle, setQuantity, vehicleAtom } from './cart.ts';
import { startPersistence, storageKeys } from './persistence.ts';
import { store } from './store.ts';

let stop = (): void => undefined;
const start = (): void => {
  stop = startPersistence();
};
const stored = (key: keyof typeof storageKeys): unknown =>
  JSON.parse(window.localStorage.getItem(storageKeys[key]) ?? 'null');
const put = (key: keyof typeof storageKeys, value: unknown): void =>
  window.localStorage.setItem(storageKeys[key], typeof value === 'string' ? value : JSON.stringify(value));
/** The event that the browser sends to this tab after another one changed the entry. */
const fromOtherTab = (key: keyof typeof storageKeys | null): boolean =>
  window.dispatchEvent(new StorageEvent('storage', { key: key && storageKeys[key] }));

beforeEach(resetState);

describe('stored state', () => {
  afterEach(() => {
    stop();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  test('the storage keys are exactly these', () => {
    expect(storageKeys).toEqual({ cart: 'twostroke.cart', brand: 'twostroke.brand', model: 'twostroke.model' });
  });

  test('bike and cart are stored in three entries and restored', () => {
    start();
    chooseVehicle(classic350);
    addToCart(generalService, classic350);
    expect(Object.keys(window.localStorage).sort()).toEqual(['twostroke.brand', 'twostroke.cart', 'twostroke.model']);
    expect(stored('brand')).toEqual(classic350.brand);
    expect(stored('model')).toEqual(classic350.model);
    expect(stored('cart')).toEqual(buildCart([generalService]));
    stop();
    resetState();
    start();
    expect(store.get(vehicleAtom)).toEqual(classic350);
    expect(store.get(cartAtom)).toEqual(buildCart([generalService]));
  });

  test('clearing the bike removes both of its entries and keeps the cart', () => {
    start();
    chooseVehicle(classic350);
    addToCart(generalService, classic350);
    deselectVehicle();
    expect(Object.keys(window.localStorage)).toEqual(['twostroke.cart']);
    expect(stored('cart')).toEqual(buildCart([generalService]));
  });

  test('another model empties the stored cart', () => {
    put('cart', buildCart());
    start();
    chooseVehicle(hunter350);
    expect(stored('cart')).toEqual({ items: [], vehicle: hunter350 });
  });

  test.each([
    ['broken JSON', '{"slug":"royal-en'],
    ['no JSON at all', 'royal-enfield'],
    ['a number', 7],
    ['a list', []],
    ['a brand without a name', { slug: 'royal-enfield' }],
    ['an invalid slug', { slug: '../admin', name: 'Royal Enfield' }],
    ['an empty name', { slug: 'royal-enfield', name: '' }],
    ['a name of 81 characters', { slug: 'royal-enfield', name: 'x'.repeat(81) }],
  ])('a corrupt brand (%s) is removed together with its model', (_, brand) => {
    put('brand', brand);
    put('model', classic350.model);
    start();
    expect(store.get(vehicleAtom)).toBeNull();
    expect(window.localStorage).toHaveLength(0);
  });

  test.each([
    ['broken JSON', '{{'],
    ['a model without a drawing', { slug: 'classic-350', name: 'Classic 350' }],
  ])('a corrupt model (%s) is removed together with its brand', (_, model) => {
    put('brand', classic350.brand);
    put('model', model);
    start();
    expect(store.get(vehicleAtom)).toBeNull();
    expect(window.localStorage).toHaveLength(0);
  });

  test.each(['brand', 'model'] as const)('half a vehicle (only the %s) is removed', (half) => {
    put(half, classic350[half]);
    start();
    expect(store.get(vehicleAtom)).toBeNull();
    expect(window.localStorage).toHaveLength(0);
  });

  test.each([
    ['broken JSON', '[1,'],
    ['null', 'null'],
    ['no items', { vehicle: classic350 }],
    ['a price that is text', { items: [{ ...buildCart().items[0], price: '1699' }], vehicle: classic350 }],
    ['a model id of another bike', { items: [], vehicle: { ...classic350, modelId: hunter350.modelId } }],
  ])('a corrupt cart (%s) is removed and the bike stays', (_, cart) => {
    put('brand', classic350.brand);
    put('model', classic350.model);
    put('cart', cart);
    start();
    expect(store.get(cartAtom)).toEqual({ items: [], vehicle: null });
    expect(window.localStorage.getItem('twostroke.cart')).toBeNull();
    expect(store.get(vehicleAtom)).toEqual(classic350);
  });

  test.each([99, 100, 1e9, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'the quantity that the cart accepted (%d requested) survives a reload',
    (quantity) => {
      start();
      addToCart(generalService, classic350);
      setQuantity('general-service', quantity);
      const before = store.get(cartAtom);
      expect(before.items).toHaveLength(1);
      stop();
      resetState();
      start();
      expect(store.get(cartAtom)).toEqual(before);
    },
  );

  test('where storage is blocked the site works without it', () => {
    jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    start();
    chooseVehicle(classic350);
    addToCart(generalService, classic350);
    deselectVehicle();
    expect(store.get(cartAtom)).toEqual(buildCart([generalService]));
  });

  test('where storage is full the choice stays in this tab', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    start();
    chooseVehicle(classic350);
    addToCart(generalService, classic350);
    expect(store.get(vehicleAtom)).toEqual(classic350);
    expect(store.get(cartAtom)).toEqual(buildCart([generalService]));
    expect(window.localStorage).toHaveLength(0);
  });

  test("another tab's cart is adopted without being written again", () => {
    start();
    put('cart', buildCart());
    const write = jest.spyOn(Storage.prototype, 'setItem');
    fromOtherTab('cart');
    expect(store.get(cartAtom)).toEqual(buildCart());
    expect(write).not.toHaveBeenCalled();
  });

  test("another tab's bike is adopted once both entries have arrived", () => {
    jest.useFakeTimers();
    put('brand', classic350.brand);
    put('model', classic350.model);
    start();
    put('brand', activa6g.brand);
    fromOtherTab('brand');
    put('model', activa6g.model);
    fromOtherTab('model');
    jest.runAllTimers();
    expect(store.get(vehicleAtom)).toEqual(activa6g);
    expect(stored('model')).toEqual(activa6g.model);
  });

  test("another tab's first bike is adopted as a whole, not after its first entry", () => {
    jest.useFakeTimers();
    start();
    put('brand', activa6g.brand);
    fromOtherTab('brand');
    put('model', activa6g.model);
    fromOtherTab('model');
    jest.runAllTimers();
    expect(store.get(vehicleAtom)).toEqual(activa6g);
  });

  test('clearing the bike in another tab clears it here', () => {
    jest.useFakeTimers();
    start();
    chooseVehicle(classic350);
    window.localStorage.removeItem(storageKeys.brand);
    fromOtherTab('brand');
    window.localStorage.removeItem(storageKeys.model);
    fromOtherTab('model');
    jest.runAllTimers();
    expect(store.get(vehicleAtom)).toBeNull();
  });

  test('clearing all site data in another tab empties cart and bike here', () => {
    jest.useFakeTimers();
    start();
    chooseVehicle(classic350);
    addToCart(generalService, classic350);
    window.localStorage.clear();
    fromOtherTab(null);
    jest.runAllTimers();
    expect(store.get(vehicleAtom)).toBeNull();
    expect(store.get(cartAtom).items).toEqual([]);
  });

  test('ignores entries of other code, and follows no changes after it is stopped', () => {
    window.localStorage.setItem('other', 'kept');
    start();
    stop();
    put('cart', buildCart());
    fromOtherTab('cart');
    expect(store.get(cartAtom).items).toEqual([]);
    expect(window.localStorage.getItem('other')).toBe('kept');
  });
});
