import { readClassPrices, readListedBrands, readListedModels } from '../features/find-model/read-bikes.ts';

/** @throws AppError */
export async function loader() {
  const [brands, models, prices] = await Promise.all([
    readListedBrands(),
    readListedModels(),
    readClassPrices('general-service'),
  ]);
  return { brands, models, prices };
}

export type BikesData = Awaited<ReturnType<typeof loader>>;
