import { fullCart } from '../testing/booking-fixtures.ts';
import { cartTime, itemTime } from './cart-time.ts';

const plain = (text: string) => text.replace(/\u00a0/g, ' ');
const [service, warranty] = fullCart.items;
const cart = (two_day: boolean, duration_minutes: number) => ({
  ...fullCart,
  items: [{ ...service!, two_day, duration_minutes }, warranty!],
});

test('a cart takes two days because of its service, not because of its minutes', () => {
  expect(cartTime(cart(true, 90))).toBe('2\u00a0days');
  expect(plain(cartTime(cart(false, 960)))).toBe('16 h');
  expect(plain(cartTime(fullCart))).toBe('1 h 45 min');
});

test('an item takes its minutes as often as it is in the cart', () => {
  expect(plain(itemTime({ ...warranty!, duration_minutes: 20, quantity: 2 }))).toBe('40 min');
});
