import { read } from '@twostroke/shared/client';

/** A served PIN code and the areas that use it. */
export interface ServedPin {
  pin: string;
  area_slugs: string[];
}

/** @throws AppError */
export function readServedPins(): Promise<ServedPin[]> {
  return read((db) => db.from('area_pins').select('pin,area_slugs').order('pin'));
}
