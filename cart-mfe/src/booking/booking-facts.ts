import { read } from '@twostroke/shared/data';

/** What the booking form needs to know of the shop. */
export interface BookingFacts {
  areas: { slug: string; name: string; pin: string }[];
  /** The PINs we come to. */
  pins: string[];
  modes: { mode: string; lead_minutes: number }[];
  shop: { address: string; free_pickup_from: number; payment_provider: string | null };
}

let known: BookingFacts | null = null;

/**
 * Loads them once per tab: each step of the form is a navigation that runs the page's loader again, and has to work
 * without a connection too.
 * @throws AppError
 */
export async function loadBookingFacts(): Promise<BookingFacts> {
  const inBrowser = typeof document !== 'undefined';
  if (inBrowser && known) return known;
  const [areas, pins, modes, shops] = await Promise.all([
    read((db) => db.from('areas').select('slug,name,pin').order('sort')),
    read((db) => db.from('area_pins').select('pin').order('pin')),
    read((db) => db.from('service_modes').select('mode,lead_minutes').order('sort')),
    read((db) => db.from('shop').select('address,free_pickup_from,payment_provider').single()),
  ]);
  const facts = { areas, pins: pins.map(({ pin }) => pin), modes, shop: shops };
  if (inBrowser) known = facts;
  return facts;
}
