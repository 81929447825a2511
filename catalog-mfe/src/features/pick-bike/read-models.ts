import { read } from '@twostroke/shared/client';
import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';

/** What the picker needs of a model. */
export interface PickableModel {
  id: string;
  slug: string;
  name: string;
  brand_slug: string;
  body: DatabaseEnum<'bike_body'>;
  drive: DatabaseEnum<'bike_drive'>;
}

/** All models, in the shop's order. @throws AppError */
export function readPickableModels(): Promise<PickableModel[]> {
  return read((db) =>
    db
      .from('models')
      .select('id,slug,name,brand_slug,body,drive')
      .order('sort')
      .overrideTypes<PickableModel[], { merge: false }>(),
  );
}
