import { db, read } from '@twostroke/shared/data';
import { notFound } from '@twostroke/shared/router';

export interface Category {
  slug: string;
  title: string;
  summary: string;
  intro_md: string;
}

const columns = 'slug,title,summary,intro_md';

/** All categories, in the shop's order. @throws AppError */
export function readCategories(): Promise<Category[]> {
  return read(db().from('categories').select(columns).order('sort'));
}

/** @throws AppError, or the not-found answer for an unknown slug */
export async function readCategory(slug: string): Promise<Category> {
  const [category] = await read(db().from('categories').select(columns).eq('slug', slug).limit(1));
  if (!category) throw notFound();
  return category;
}
