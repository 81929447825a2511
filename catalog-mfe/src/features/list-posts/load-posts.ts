import { read } from '@twostroke/shared/client';

export interface PostLine {
  slug: string;
  title: string;
  lead: string;
  author: string;
  readingMinutes: number;
  /** YYYY-MM-DD */
  updatedDate: string;
}

/** All articles without their text, the newest first. @throws AppError */
export async function loadPosts(): Promise<PostLine[]> {
  const rows = await read((db) =>
    db
      .from('posts')
      .select('slug,title,lead,author,reading_minutes,updated_date')
      .order('updated_date', { ascending: false })
      .order('sort'),
  );
  return rows.map((row) => ({
    slug: row.slug,
    title: row.title,
    lead: row.lead,
    author: row.author,
    readingMinutes: row.reading_minutes,
    updatedDate: row.updated_date,
  }));
}

/** The next articles in the list, wrapping around at its end. */
export function postsAfter(slug: string, posts: readonly PostLine[], count: number): PostLine[] {
  const at = posts.findIndex((post) => post.slug === slug);
  return [...posts.slice(at + 1), ...posts.slice(0, Math.max(at, 0))].slice(0, count);
}
