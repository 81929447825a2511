import { read } from '@twostroke/shared/client';

/** Prices follow the engine: C1 is for the smallest, C5 for the biggest. */
export interface PriceClass {
  id: string;
  min_cc: number;
  /** Null in the highest class. */
  max_cc: number | null;
  extra_minutes: number;
}

/** @throws AppError */
export function readPriceClasses(): Promise<PriceClass[]> {
  return read((db) =>
    db
      .from('price_classes')
      .select('id,min_cc,max_cc,extra_minutes')
      .order('id')
      .overrideTypes<PriceClass[], { merge: false }>(),
  );
}

/** "Up to 125 cc", "201–350 cc", "Above 500 cc". */
export function classWords({ id, min_cc, max_cc }: PriceClass): string {
  if (max_cc === null) return `Above ${min_cc - 1}\u00a0cc`;
  return id === 'C1' ? `Up to ${max_cc}\u00a0cc` : `${min_cc}–${max_cc}\u00a0cc`;
}
