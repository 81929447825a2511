import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Icons that browsers and phones request at the root by these names, without a link in the document: a link would be
 * bytes on every page. `deploy/checks/e2e/draw-site-icons.ts` draws them from the mark.
 */
export const siteIcons = ['favicon.ico', 'apple-touch-icon.png'] as const;

/** @param name one of `siteIcons` */
export function readSiteIcon(name: (typeof siteIcons)[number]): Buffer {
  return readFileSync(join(import.meta.dirname, name));
}
