import { callRpc, read } from '@twostroke/shared/client';
import type { FunctionResult } from '@twostroke/shared/contracts/functions';
import type { AdminBooking } from './read-booking.ts';

/** A package or add-on that fits the bike. */
export interface OfferedWork {
  id: string;
  name: string;
  /** Whole rupees, today's price. */
  price: number;
}

export interface OfferedWorks {
  packages: OfferedWork[];
  addons: (OfferedWork & { included_in: readonly string[] })[];
}

/** What can be done for the bike of a booking where it was booked. @throws AppError */
export async function readOfferedWorks({
  model_id,
  mode,
}: Pick<AdminBooking, 'model_id' | 'mode'>): Promise<OfferedWorks> {
  const [packages, addons] = await Promise.all([
    read((db) =>
      db.from('model_offers').select('package_slug,short_name,price,modes').eq('model_id', model_id).order('sort'),
    ),
    read((db) =>
      db.from('model_addons').select('addon_slug,name,price,included_in').eq('model_id', model_id).order('sort'),
    ),
  ]);
  return {
    packages: packages
      .filter(({ modes }) => modes?.includes(mode) ?? true)
      .map((row) => ({ id: row.package_slug ?? '', name: row.short_name ?? '', price: row.price ?? 0 })),
    addons: addons.map((row) => ({
      id: row.addon_slug,
      name: row.name,
      price: row.price,
      included_in: row.included_in ?? [],
    })),
  };
}

/** Add-ons of a booking that the catalog has not as such: work that was declined before. At the price that was agreed. */
export function withoutOffer(
  { booking_items }: Pick<AdminBooking, 'booking_items'>,
  { addons }: OfferedWorks,
): OfferedWork[] {
  return booking_items
    .filter((item) => item.package_type === 'addon' && !addons.some(({ id }) => id === keyOf(item)))
    .map((item) => ({ id: keyOf(item), name: item.name, price: item.price }));
}

/** What names a line of a booking: its item, and for work that was declined before also its row. */
export function keyOf({ item_id, declined_id }: AdminBooking['booking_items'][number]): string {
  return declined_id ? `${item_id}.${declined_id}` : item_id;
}

export interface WorkItem {
  id: string;
  quantity: number;
  declined?: string;
}

/** The chosen work as it is sent: what stays keeps its quantity. */
export function itemsOf(booking: Pick<AdminBooking, 'booking_items'>, primary: string, addons: readonly string[]) {
  return [primary, ...addons].map((key): WorkItem => {
    const booked = booking.booking_items.find((item) => keyOf(item) === key);
    if (!booked) return { id: key, quantity: 1 };
    const { item_id: id, quantity, declined_id: declined } = booked;
    return { id, quantity, ...(declined && { declined }) };
  });
}

/** How the change is made: at once, after a yes that was given to us, or by asking the customer. */
export type ChangeWay = { ask: true } | { customer_yes: string } | { preview: true } | Record<never, never>;

/** @throws AppError `conflict` with hint stale, needs_yes or slot_taken; `invalid` with hint items_refused */
export async function changeItems(
  { id, edits }: Pick<AdminBooking, 'id' | 'edits'>,
  items: WorkItem[],
  way: ChangeWay,
): Promise<FunctionResult<'change_items'>> {
  return callRpc('change_items', { booking: id, items, expected_version: edits, ...way });
}
