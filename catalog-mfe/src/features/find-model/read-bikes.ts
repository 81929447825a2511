import { read } from '@twostroke/shared/client';

/** A bike in the list of all bikes. */
export interface ListedModel {
  id: string;
  slug: string;
  name: string;
  brand_slug: string;
  body: string;
  engine_cc: number;
  price_class: string;
  /** Other spellings riders type, separated by commas. */
  search_names: string;
}

export interface ListedBrand {
  slug: string;
  name: string;
  positioning: string;
}

/**
 * Models in the shop's order.
 * @param brandSlug only those of this brand
 * @throws AppError
 */
export function readListedModels(brandSlug?: string): Promise<ListedModel[]> {
  return read((db) => {
    const all = db.from('models').select('id,slug,name,brand_slug,body,engine_cc,price_class,search_names');
    return (brandSlug ? all.eq('brand_slug', brandSlug) : all).order('sort');
  });
}

/** @throws AppError */
export function readListedBrands(): Promise<ListedBrand[]> {
  return read((db) => db.from('brands').select('slug,name,positioning').order('sort'));
}

/** Price of a package by engine class, whole rupees. @throws AppError */
export async function readClassPrices(packageSlug: string): Promise<Record<string, number>> {
  const rows = await read((db) =>
    db.from('package_prices').select('price_class,price').eq('package_slug', packageSlug),
  );
  return Object.fromEntries(rows.map(({ price_class, price }) => [price_class, price]));
}
