import { db, read } from '@twostroke/shared/data';
import { notFound } from '@twostroke/shared/router';

export interface Brand {
  slug: string;
  name: string;
  positioning: string;
  owners: string;
  story_md: string;
}

/** @throws AppError, or the not-found answer for an unknown brand */
export async function readBrand(slug: string): Promise<Brand> {
  const [brand] = await read(
    db().from('brands').select('slug,name,positioning,owners,story_md').eq('slug', slug).limit(1),
  );
  if (!brand) throw notFound();
  return brand;
}
