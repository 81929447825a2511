import type { LoaderFunctionArgs } from '@twostroke/shared/router';
import { readModel } from '../model/model.ts';
import { readOffers } from '../model/offer.ts';
import { readAddons } from '../features/choose-service/read-addons.ts';
import { readCategories } from '../features/list-services/read-categories.ts';

/** @throws AppError, or the not-found answer for an unknown bike */
export async function loader({ params }: LoaderFunctionArgs) {
  const { brandSlug = '', modelSlug = '' } = params;
  const modelId = `${brandSlug}/${modelSlug}`;
  const [model, offers, addons, categories] = await Promise.all([
    readModel(brandSlug, modelSlug),
    readOffers(modelId),
    readAddons(modelId),
    readCategories(),
  ]);
  return { model, offers, addons, categories };
}

export type BikeData = Awaited<ReturnType<typeof loader>>;
