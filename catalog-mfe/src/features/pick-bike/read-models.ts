import { read } from '@twostroke/shared/client';

/** What the picker needs of a model. */
export interface PickableModel {
  id: string;
  slug: string;
  name: string;
  brand_slug: string;
  body: string;
  drive: 'chain' | 'belt_cvt';
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
