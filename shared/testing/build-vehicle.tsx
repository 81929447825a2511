import { vehicleOf, type SelectedVehicle } from '../domain/vehicle.ts';

const royalEnfield = { slug: 'royal-enfield', name: 'Royal Enfield' };

/** Chain drive, price class C3. */
export const classic350 = vehicleOf(royalEnfield, { slug: 'classic-350', name: 'Classic 350', body: 'cruiser' });
/** Same brand as the Classic 350, but another model id. */
export const hunter350 = vehicleOf(royalEnfield, { slug: 'hunter-350', name: 'Hunter 350', body: 'roadster' });
/** A scooter: belt drive. */
export const activa6g = vehicleOf(
  { slug: 'honda', name: 'Honda' },
  { slug: 'activa-6g', name: 'Activa 6G', body: 'scooter' },
);

/** A vehicle of an invented model, for tests that need many. */
export function buildVehicle(slug: string): SelectedVehicle {
  return vehicleOf(royalEnfield, { slug, name: slug, body: 'cruiser' });
}
