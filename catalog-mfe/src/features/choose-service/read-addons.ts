import { read } from '@twostroke/shared/client';

/** An add-on that fits the bike. */
export interface Addon {
  addon_slug: string;
  name: string;
  summary: string;
  /** Whole rupees for this bike, GST included. */
  price: number;
  minutes: number;
  max_quantity: number;
  /** Packages that already contain it. */
  included_in: string[];
  /** Not worth doing on an engine with fewer kilometres. */
  min_odometer_km: number | null;
}

/** @throws AppError */
export function readAddons(modelId: string): Promise<Addon[]> {
  return read((db) =>
    db
      .from('model_addons')
      .select('addon_slug,name,summary,price,minutes,max_quantity,included_in,min_odometer_km')
      .eq('model_id', modelId)
      .order('sort')
      .overrideTypes<Addon[], { merge: false }>(),
  );
}
