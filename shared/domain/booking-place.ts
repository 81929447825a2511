import type { ServiceMode } from './booking-form.ts';

/** Where a booking takes place, as the database returns it. */
export interface BookedPlace {
  mode: ServiceMode;
  address_line: string | null;
  area_name: string | null;
  pin: string | null;
  shop: { address: string };
}

/** "B-1204, Sample Heights, Kondhwa 411048". */
export function placeLine({ mode, address_line, area_name, pin, shop }: BookedPlace): string {
  if (mode === 'workshop') return shop.address;
  return [address_line, [area_name, pin].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** "At your gate". */
export function placeName({ mode }: Pick<BookedPlace, 'mode'>): string {
  if (mode === 'workshop') return 'At the workshop';
  return mode === 'pickup' ? 'Pickup and drop' : 'At your gate';
}
