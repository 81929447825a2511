import { read } from '@twostroke/shared/client';

export interface BrandModel {
  slug: string;
  name: string;
  body: string;
}

/** Models of a brand in the shop's order. @throws AppError */
export async function loadBrandModels(brandSlug: string): Promise<BrandModel[]> {
  return read((db) => db.from('models').select('slug,name,body').eq('brand_slug', brandSlug).order('sort'));
}
