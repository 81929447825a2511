import { read } from '@twostroke/shared/client';
import { loadMarkdownParser } from '../../parts/markdown/load-markdown-parser.ts';
import type { MarkdownText } from '../../model/markdown-source.ts';

export interface Post {
  slug: string;
  title: string;
  lead: string;
  body: MarkdownText;
  author: string;
  readingMinutes: number;
  /** YYYY-MM-DD */
  updatedDate: string;
  /** The one service the article leads to. */
  packageSlug: string | null;
}

/** An article; null when there is none with that slug. @throws AppError */
export async function loadPost(slug: string): Promise<Post | null> {
  const [rows, parse] = await Promise.all([
    read((db) =>
      db
        .from('posts')
        .select('slug,title,lead,body_md,author,reading_minutes,updated_date,package_slug')
        .eq('slug', slug),
    ),
    loadMarkdownParser(),
  ]);
  const row = rows[0];
  if (!row) return null;
  return {
    slug: row.slug,
    title: row.title,
    lead: row.lead,
    body: parse(row.body_md),
    author: row.author,
    readingMinutes: row.reading_minutes,
    updatedDate: row.updated_date,
    packageSlug: row.package_slug,
  };
}
