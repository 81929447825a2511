import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Texts of the inline style sheets of documents. */
export interface InlineStyles {
  /** @param href address of a style sheet of a release */
  textOf(href: string): string;
}

/** Reads style sheets from a site folder and caches them, because releases never change. */
export function inlineStylesOf(siteFolder: string): InlineStyles {
  const texts = new Map<string, string>();
  return {
    textOf(href) {
      const known = texts.get(href);
      if (known !== undefined) return known;
      const text = withAbsoluteUrls(readFileSync(join(siteFolder, href), 'utf8'), href);
      texts.set(href, text);
      return text;
    },
  };
}

/** Addresses in a style sheet are relative to its own folder; inline they would be relative to the page. */
function withAbsoluteUrls(css: string, href: string): string {
  return css
    .replace(/url\((['"]?)(?!data:|\/|#|\w+:)([^'")]+)\1\)/g, (_, __, file: string) => {
      return `url(${posix.join(posix.dirname(href), file)})`;
    })
    .replaceAll('</', '<\\/');
}
