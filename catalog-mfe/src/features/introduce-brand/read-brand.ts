import { read } from '@twostroke/shared/client';
import { notFound } from '@twostroke/shared/router';
import { loadMarkdownParser } from '../../parts/markdown/load-markdown-parser.ts';
import type { MarkdownText } from '../../model/markdown-source.ts';

export interface BrandIntroduction {
  slug: string;
  name: string;
  positioning: string;
  owners: string;
  story: MarkdownText;
}

/** @throws AppError, or the not-found answer for an unknown brand */
export async function readBrand(slug: string): Promise<BrandIntroduction> {
  const [[row], parse] = await Promise.all([
    read((db) => db.from('brands').select('slug,name,positioning,owners,story_md').eq('slug', slug).limit(1)),
    loadMarkdownParser(),
  ]);
  if (!row) throw notFound();
  const { story_md, ...brand } = row;
  return { ...brand, story: parse(story_md) };
}
