import { read } from '@twostroke/shared/client';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';

/** A package for one bike: its price and time for that engine. */
export interface Offer {
  package_slug: string;
  category_slug: string;
  name: string;
  short_name: string;
  summary: string;
  /** Whole rupees, GST included. */
  price: number;
  /** With the extra of the engine class. */
  minutes: number;
  /** Where it can be done; never empty. */
  modes: ServiceMode[];
  /** The final price needs an inspection. */
  price_is_from: boolean;
  two_day: boolean;
  next_day_only: boolean;
  /** The fee is deducted from the bill of the repair. */
  fee_adjusted: boolean;
  oil_included: boolean;
  checks: number | null;
  sort: number;
}

const columns =
  'package_slug,category_slug,name,short_name,summary,price,minutes,modes,price_is_from,two_day,next_day_only,fee_adjusted,oil_included,checks,sort';

/**
 * All packages offered for a model, in the shop's order; empty for an unknown model.
 * @throws AppError
 */
export function readOffers(modelId: string): Promise<Offer[]> {
  return read((db) =>
    db
      .from('model_offers')
      .select(columns)
      .eq('model_id', modelId)
      .order('sort')
      .overrideTypes<Offer[], { merge: false }>(),
  );
}
