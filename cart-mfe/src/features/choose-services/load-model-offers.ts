import { read } from '@twostroke/shared/client';

export interface ModelOffer {
  package_slug: string;
  short_name: string;
  summary: string;
  /** Whole rupees, GST included. */
  price: number;
  price_is_from: boolean;
  minutes: number;
}

/** What we do for a model, the everyday services first. @throws AppError */
export async function loadModelOffers(modelId: string): Promise<ModelOffer[]> {
  const rows = await read((db) =>
    db
      .from('model_offers')
      .select('package_slug,short_name,summary,price,price_is_from,minutes')
      .eq('model_id', modelId)
      .order('sort'),
  );
  return rows.map((row) => ({ ...row, minutes: row.minutes ?? 0 }));
}
