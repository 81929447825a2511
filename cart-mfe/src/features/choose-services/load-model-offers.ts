import { read } from '@twostroke/shared/client';

export interface ModelOffer {
  package_slug: string;
  short_name: string;
  summary: string;
  /** Whole rupees, GST included. */
  price: number;
  price_is_from: boolean;
  minutes: number;
  two_day: boolean;
}

/** What we do for a model, the everyday services first. @throws AppError */
export async function loadModelOffers(modelId: string): Promise<ModelOffer[]> {
  const rows = await read((db) =>
    db
      .from('model_offers')
      .select('package_slug,short_name,summary,price,price_is_from,minutes,two_day')
      .eq('model_id', modelId)
      .order('sort'),
  );
  return rows.map((row) => ({ ...row, minutes: row.minutes ?? 0, two_day: row.two_day ?? false }));
}
