import { addItem, cartCount, cartSubtotal, emptyCart, isCart, setItemQuantity, setVehicle, type Cart } from './cart.ts';
import { vehicleOf } from './vehicle.ts';

const classic = vehicleOf(
  { slug: 'royal-enfield', name: 'Royal Enfield' },
  { slug: 'classic-350', name: 'Classic 350', body: 'cruiser' },
);
const hunter = vehicleOf(
  { slug: 'royal-enfield', name: 'Royal Enfield' },
  { slug: 'hunter-350', name: 'Hunter 350', body: 'roadster' },
);
const general = {
  id: 'general-service',
  name: 'General Service',
  price: 1699,
  package_type: 'primary',
  duration_minutes: 105,
} as const;
const basic = {
  id: 'basic-service',
  name: 'Basic Service',
  price: 799,
  package_type: 'primary',
  duration_minutes: 75,
} as const;
const warranty = {
  id: 'extended-warranty',
  name: 'Warranty',
  price: 349,
  package_type: 'addon',
  duration_minutes: 0,
} as const;
const puncture = {
  id: 'puncture-tubeless',
  name: 'Puncture',
  price: 129,
  package_type: 'addon',
  duration_minutes: 15,
} as const;

const filled = [general, warranty].reduce((cart, item) => addItem(cart, item).cart, setVehicle(emptyCart, classic));
const ids = (cart: Cart) => cart.items.map(({ id, quantity }) => `${id} × ${quantity}`);

describe('the cart', () => {
  test.each([
    [
      'adding what is there is rejected',
      addItem(filled, warranty),
      'Already in cart',
      ['general-service × 1', 'extended-warranty × 1'],
    ],
    [
      'adding the primary that is there is rejected',
      addItem(filled, general),
      'Already in cart',
      ['general-service × 1', 'extended-warranty × 1'],
    ],
    [
      'a primary replaces the primary',
      addItem(filled, basic),
      'Service updated',
      ['basic-service × 1', 'extended-warranty × 1'],
    ],
    [
      'an add-on is appended with quantity 1',
      addItem(filled, puncture),
      null,
      ['general-service × 1', 'extended-warranty × 1', 'puncture-tubeless × 1'],
    ],
    [
      'quantity 0 removes the item',
      setItemQuantity(filled, 'extended-warranty', 0),
      'Removed from cart',
      ['general-service × 1'],
    ],
    [
      'a negative quantity removes the item',
      setItemQuantity(filled, 'general-service', -3),
      'Removed from cart',
      ['extended-warranty × 1'],
    ],
    [
      'a quantity is set',
      setItemQuantity(filled, 'extended-warranty', 2),
      null,
      ['general-service × 1', 'extended-warranty × 2'],
    ],
    [
      'a quantity above 99 becomes 99',
      setItemQuantity(filled, 'extended-warranty', 100),
      null,
      ['general-service × 1', 'extended-warranty × 99'],
    ],
    [
      'a fraction changes nothing',
      setItemQuantity(filled, 'extended-warranty', 1.5),
      null,
      ['general-service × 1', 'extended-warranty × 1'],
    ],
    [
      'NaN changes nothing',
      setItemQuantity(filled, 'extended-warranty', Number.NaN),
      null,
      ['general-service × 1', 'extended-warranty × 1'],
    ],
    [
      'an unknown id changes nothing',
      setItemQuantity(filled, 'teflon-coating', 0),
      null,
      ['general-service × 1', 'extended-warranty × 1'],
    ],
  ])('%s', (_, change, notice, items) => {
    expect(change.notice).toBe(notice);
    expect(ids(change.cart)).toEqual(items);
  });

  test('another model id empties it', () => {
    expect(setVehicle(filled, hunter)).toEqual({ items: [], vehicle: hunter });
  });

  test('the same model id keeps it', () => {
    expect(setVehicle(filled, { ...classic })).toEqual(filled);
  });

  test('adds up whole rupees and counts items', () => {
    expect(cartSubtotal(filled)).toBe(2048);
    expect(cartCount(setItemQuantity(filled, 'extended-warranty', 3).cart)).toBe(4);
  });

  test.each([
    ['a filled cart', filled, true],
    ['the empty cart', emptyCart, true],
    ['null', null, false],
    ['a list', [], false],
    ['a price that is text', { ...filled, items: [{ ...general, quantity: 1, price: '1699' }] }, false],
    ['a quantity of 0', { ...filled, items: [{ ...general, quantity: 0 }] }, false],
    ['two primaries', { ...filled, items: [general, basic].map((item) => ({ ...item, quantity: 1 })) }, false],
    ['the same item twice', { ...filled, items: [general, general].map((item) => ({ ...item, quantity: 1 })) }, false],
    ['a vehicle whose id is another', { ...filled, vehicle: { ...classic, modelId: 'ktm/390-duke' } }, false],
    ['an item that is null', { ...filled, items: [null] }, false],
  ])('stored %s is valid: %#', (_, stored, valid) => {
    expect(isCart(stored)).toBe(valid);
  });
});
