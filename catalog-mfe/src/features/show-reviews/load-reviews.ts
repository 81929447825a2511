import { read } from '@twostroke/shared/client';

export interface Review {
  id: number;
  name: string;
  area: { slug: string; name: string };
  /** "Classic 350" */
  bike: string;
  /** 1 to 5 */
  stars: number;
  body: string;
  /** Invented, to show how reviews will look. */
  isSample: boolean;
}

/** Reviews, the newest first; of one area when its slug is given. @throws AppError */
export async function loadReviews(areaSlug?: string): Promise<Review[]> {
  const rows = await read((db) => {
    const all = db
      .from('reviews')
      .select('id,name,stars,body,is_sample,areas(slug,name),models(name)')
      .order('created_date', { ascending: false })
      .order('id');
    return areaSlug ? all.eq('area_slug', areaSlug) : all;
  });
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    area: row.areas,
    bike: row.models.name,
    stars: row.stars,
    body: row.body,
    isSample: row.is_sample,
  }));
}
