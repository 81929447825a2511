import { readPopularModels, type PickableModel } from '@twostroke/shared/api/read-bikes';
import { read } from '@twostroke/shared/client';
import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';

/** What the booking form needs to know about the shop. */
export interface BookingFacts {
  areas: { slug: string; name: string; pin: string }[];
  /** The served PINs. */
  pins: string[];
  modes: { mode: DatabaseEnum<'service_mode'>; lead_minutes: number }[];
  /** The bikes that one press chooses. */
  popularModels: PickableModel[];
  shop: ShopRules & {
    address: string;
    free_pickup_from: number;
    payment_provider: DatabaseEnum<'payment_provider'> | null;
  };
}

/** The figures that the database decides by. */
export interface ShopRules {
  /** Bookings reach this many days ahead. */
  horizon_days: number;
  hold_extension_minutes: number;
  /** How long a booking keeps its time while it waits for online payment. */
  payment_minutes: number;
  /** How long a freed place is held for the first customer on the waitlist. */
  offer_minutes: number;
  /** Rupees of extra work that need no answer: what the customer chooses from. The first is 0. */
  approval_limits: number[];
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
  const [areas, pins, modes, popularModels, shops] = await Promise.all([
    read((db) => db.from('areas').select('slug,name,pin').order('sort')),
    read((db) => db.from('area_pins').select('pin').order('pin')),
    read((db) => db.from('service_modes').select('mode,lead_minutes').order('sort')),
    readPopularModels(),
    read((db) =>
      db
        .from('shop')
        .select(
          'address,free_pickup_from,payment_provider,horizon_days,hold_extension_minutes,payment_minutes,offer_minutes,approval_limits',
        )
        .single(),
    ),
  ]);
  const facts = { areas, pins: pins.map(({ pin }) => pin), modes, popularModels, shop: shops };
  if (inBrowser) known = facts;
  return facts;
}
