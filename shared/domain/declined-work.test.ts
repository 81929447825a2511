import { addItem, emptyCart } from './cart.ts';
import { declinedItem, orderedItem } from './declined-work.ts';

const found = { reason: 'Worn', price: 549, minutes: 30, urgency: null, answered_on: '2026-08-21', decided_by: null };
const work = { ...found, item_id: 'brake-pad-replacement', answer: 'later' as const };

test('one item at two places, and two lines in own words, are in the cart together', () => {
  const works = [
    { ...work, id: 'd1', name: 'Front pads: Brake pads' },
    { ...work, id: 'd2', name: 'Rear pads: Brake pads' },
    { ...work, id: 'd3', name: 'Left mirror', item_id: null },
    { ...work, id: 'd4', name: 'Horn', item_id: null },
  ];
  const { items } = works.reduce((cart, each) => addItem(cart, declinedItem(each)).cart, emptyCart);
  expect(items.map(orderedItem)).toEqual([
    { id: 'brake-pad-replacement', quantity: 1, declined: 'd1' },
    { id: 'brake-pad-replacement', quantity: 1, declined: 'd2' },
    { id: 'declined-work', quantity: 1, declined: 'd3' },
    { id: 'declined-work', quantity: 1, declined: 'd4' },
  ]);
});

test('a line that is in the cart is not added twice', () => {
  const item = declinedItem({ ...work, id: 'd1', name: 'Front pads: Brake pads' }, 'token');
  const { cart } = addItem(emptyCart, item);
  expect(addItem(cart, item).outcome).toBe('duplicate');
  expect(orderedItem(cart.items[0]!)).toEqual({ id: work.item_id, quantity: 1, declined: 'd1', link: 'token' });
});
