import { read } from '@twostroke/shared/client';

export interface ModelAddon {
  addon_slug: string;
  name: string;
  summary: string;
  /** Whole rupees, GST included. */
  price: number;
  minutes: number;
  max_quantity: number;
  /** Packages this work is already part of. */
  included_in: string[];
  min_odometer_km: number | null;
}

/** The add-ons that fit a model. @throws AppError */
export async function loadModelAddons(modelId: string): Promise<ModelAddon[]> {
  const rows = await read((db) =>
    db
      .from('model_addons')
      .select('addon_slug,name,summary,price,minutes,max_quantity,included_in,min_odometer_km')
      .eq('model_id', modelId)
      .order('sort'),
  );
  return rows.map((row) => ({ ...row, included_in: row.included_in ?? [] }));
}
