import { db, read } from '@twostroke/shared/data';
import { notFound } from '@twostroke/shared/router';

/** The words of a package's page. */
export interface PackageText {
  slug: string;
  short_name: string;
  name: string;
  lead: string;
  hint: string | null;
  story_md: string;
  categories: { slug: string; title: string };
}

/** @throws AppError, or the not-found answer for an unknown package */
export async function readPackageText(slug: string): Promise<PackageText> {
  const [text] = await read(
    db()
      .from('packages')
      .select('slug,short_name,name,lead,hint,story_md,categories(slug,title)')
      .eq('slug', slug)
      .limit(1)
      .overrideTypes<PackageText[], { merge: false }>(),
  );
  if (!text) throw notFound();
  return text;
}
