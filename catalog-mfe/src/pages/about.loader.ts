import { readShopPromises } from '../model/shop-promises.ts';
import { countCatalog } from '../features/tell-about/count-catalog.ts';

/** @throws AppError */
export async function loader() {
  const [counts, promises] = await Promise.all([countCatalog(), readShopPromises()]);
  return { counts, promises };
}
