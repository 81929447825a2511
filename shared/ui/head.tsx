import type {} from '../contracts/prerender'; // declares globalThis.twostrokeOrigin

export interface HeadProps {
  /** Without the name of the site, which is added. */
  title: string;
  /** One or two sentences for search results; left out on pages with `noIndex`. */
  description?: string;
  /** Path of this page without query: `/bikes/honda/activa-6g`. Left out on pages with `noIndex`. */
  canonicalPath?: string;
  noIndex?: boolean;
  /** Path of a picture for link previews. */
  image?: string;
  type?: 'website' | 'article';
}

const site = 'Twostroke';

/** Search engines and link previews need absolute addresses. */
function absolute(path: string): string {
  return path.startsWith('/') ? `${globalThis.twostrokeOrigin ?? ''}${path}` : path;
}

/** Title, description, canonical address and link preview of a page; React moves them into the document's head. */
export function Head({ title, description, canonicalPath, noIndex, image, type = 'website' }: HeadProps) {
  const fullTitle = title.includes(site) ? title : `${title} | ${site}`;
  return (
    <>
      <title>{fullTitle}</title>
      {description && <meta name="description" content={description} />}
      {noIndex && <meta name="robots" content="noindex" />}
      {canonicalPath && <link rel="canonical" href={absolute(canonicalPath)} />}
      <meta property="og:title" content={fullTitle} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={site} />
      <meta property="og:locale" content="en_IN" />
      {canonicalPath && <meta property="og:url" content={absolute(canonicalPath)} />}
      {image && <meta property="og:image" content={absolute(image)} />}
    </>
  );
}
