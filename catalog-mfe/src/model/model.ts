import { read } from '@twostroke/shared/client';
import { notFound } from '@twostroke/shared/router';
import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';
import { vehicleOf, type SelectedVehicle } from '@twostroke/shared/domain/vehicle';

/** Facts of a bike. */
export interface CatalogModel {
  id: string;
  slug: string;
  name: string;
  body: DatabaseEnum<'bike_body'>;
  engine_cc: number;
  price_class: string;
  drive: DatabaseEnum<'bike_drive'>;
  cooling: DatabaseEnum<'bike_cooling'>;
  oil_litres: number;
  /** The house default, such as 15W-50; null: the handbook says it. */
  oil_grade: string | null;
  jaso: string | null;
  interval_km: number;
  interval_months: number;
  note: string | null;
  brands: { slug: string; name: string };
}

/** @throws AppError, or the not-found answer for an unknown model */
export async function readModel(brandSlug: string, modelSlug: string): Promise<CatalogModel> {
  const [model] = await read((db) =>
    db
      .from('models')
      .select(
        'id,slug,name,body,engine_cc,price_class,drive,cooling,oil_litres,oil_grade,jaso,interval_km,interval_months,note,brands(slug,name)',
      )
      .eq('brand_slug', brandSlug)
      .eq('slug', modelSlug)
      .limit(1)
      .overrideTypes<CatalogModel[], { merge: false }>(),
  );
  if (!model) throw notFound();
  return model;
}

/** The bike as the cart and the header store it. */
export function vehicleOfModel(model: CatalogModel): SelectedVehicle {
  return vehicleOf(model.brands, model);
}

/** "Royal Enfield Classic 350". */
export function fullName({ brands, name }: Pick<CatalogModel, 'brands' | 'name'>): string {
  return `${brands.name} ${name}`;
}

/** "2.2 L". */
export function formatLitres(litres: number): string {
  return `${Number(litres)}\u00a0L`;
}
