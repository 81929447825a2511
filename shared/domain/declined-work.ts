import type { DeclinedWork } from '../contracts/answers/booking.ts';
import type { CartItem } from './cart.ts';

/** The item that work in words is booked as. */
const inWords = 'declined-work';

/**
 * Declined work as an item of the cart. Its id names the row too: one item may be there for two places.
 * @param link the token of a guest's booking with which it was declined
 */
export function declinedItem(work: DeclinedWork, link?: string): Omit<CartItem, 'quantity'> {
  const { id, item_id, name, price, minutes } = work;
  return {
    ...{ id: `${item_id ?? inWords}.${id}`, name, price, package_type: 'addon', duration_minutes: minutes },
    ...{ declined: id, ...(link && { link }) },
  };
}

/** An item as the database is asked for it. */
export function orderedItem({ id, quantity, declined, link }: CartItem) {
  const [slug = id] = id.split('.');
  return { id: slug, quantity, ...(declined && { declined }), ...(link && { link }) };
}
