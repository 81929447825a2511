import { read } from '@twostroke/shared/client';
import { notFound } from '@twostroke/shared/router';
import { loadMarkdownParser } from '../parts/markdown/load-markdown-parser.ts';
import type { MarkdownText } from './markdown-source.ts';

/** The texts of a package's page. */
export interface PackageText {
  slug: string;
  short_name: string;
  name: string;
  lead: string;
  hint: string | null;
  story: MarkdownText;
  categories: { slug: string; title: string };
}

type PackageRow = Omit<PackageText, 'story'> & { story_md: string };

/** @throws AppError, or the not-found answer for an unknown package */
export async function readPackageText(slug: string): Promise<PackageText> {
  const [[row], parse] = await Promise.all([
    read((db) =>
      db
        .from('packages')
        .select('slug,short_name,name,lead,hint,story_md,categories(slug,title)')
        .eq('slug', slug)
        .limit(1)
        .overrideTypes<PackageRow[], { merge: false }>(),
    ),
    loadMarkdownParser(),
  ]);
  if (!row) throw notFound();
  const { story_md, ...text } = row;
  return { ...text, story: parse(story_md) };
}
