import { read } from '@twostroke/shared/client';

export interface CatalogCounts {
  brands: number;
  models: number;
  services: number;
  areas: number;
}

/** Counts of models, packages and so on. @throws AppError */
export async function countCatalog(): Promise<CatalogCounts> {
  const [brands, models, services, areas] = await Promise.all([
    read((db) => db.from('brands').select('slug')),
    read((db) => db.from('models').select('slug')),
    read((db) => db.from('packages').select('slug')),
    read((db) => db.from('areas').select('slug')),
  ]);
  return { brands: brands.length, models: models.length, services: services.length, areas: areas.length };
}
