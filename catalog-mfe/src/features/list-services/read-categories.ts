import { read } from '@twostroke/shared/client';
import { notFound } from '@twostroke/shared/router';
import { loadMarkdownParser } from '../../parts/markdown/load-markdown-parser.ts';
import type { MarkdownText } from '../../model/markdown-source.ts';

export interface Category {
  slug: string;
  title: string;
  summary: string;
}

/** All categories, in the shop's order. @throws AppError */
export function readCategories(): Promise<Category[]> {
  return read((db) => db.from('categories').select('slug,title,summary').order('sort'));
}

/** @throws AppError, or the not-found answer for an unknown slug */
export async function readCategory(slug: string): Promise<Category & { intro: MarkdownText }> {
  const [[row], parse] = await Promise.all([
    read((db) => db.from('categories').select('slug,title,summary,intro_md').eq('slug', slug).limit(1)),
    loadMarkdownParser(),
  ]);
  if (!row) throw notFound();
  const { intro_md, ...category } = row;
  return { ...category, intro: parse(intro_md) };
}
