import { read } from '@twostroke/shared/client';
import type { DatabaseEnum } from '../domain/database-enum.ts';
import type { NamedModel } from '../domain/match-models.ts';

/** A model, as far as a visitor needs it to choose their bike. */
export interface PickableModel extends NamedModel {
  slug: string;
  body: DatabaseEnum<'bike_body'>;
  drive: DatabaseEnum<'bike_drive'>;
  /** Place among the shortcuts, the commonest first; null: none. */
  popular_rank: number | null;
}

/** In this order the list takes the fewest bytes in the documents that contain it. */
const columns = 'body,search_names,popular_rank,drive,name,brand_slug,engine_cc,slug';

/** All models, in the shop's order. @throws AppError */
export function readPickableModels(): Promise<PickableModel[]> {
  return read((db) =>
    db.from('models').select(columns).order('sort').overrideTypes<PickableModel[], { merge: false }>(),
  );
}

/** The models that are offered as shortcuts. @throws AppError */
export function readPopularModels(): Promise<PickableModel[]> {
  return read((db) =>
    db
      .from('models')
      .select(columns)
      .not('popular_rank', 'is', null)
      .order('popular_rank')
      .overrideTypes<PickableModel[], { merge: false }>(),
  );
}
