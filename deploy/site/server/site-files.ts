import { readSiteIcon, siteIcons } from '../icons/site-icons.ts';
import type { Live } from '../record/live.ts';
import { robots } from './robots.ts';
import { securityText } from './security-txt.ts';
import { webManifest } from './web-manifest.ts';

interface Site {
  live: Live;
  /** Address that visitors use, without a slash at the end. */
  origin: string;
  /** Names the content that pages are made from; null: there are no content files. */
  content: string | null;
  now: Date;
}

type SiteFile = readonly [path: string, make: (site: Site) => string | Buffer];

/** Files beside pages and releases, by path without a slash at the start. The site map, which needs rows, is apart. */
export const siteFiles: readonly SiteFile[] = [
  ['robots.txt', ({ origin }) => robots(origin)],
  ['manifest.webmanifest', ({ live }) => webManifest(live)],
  // Open tabs compare it with the release that they run and with the content that they show.
  ['release.json', ({ live: { release }, content }) => JSON.stringify({ release, ...(content ? { content } : {}) })],
  ['.well-known/security.txt', ({ origin, now }) => securityText(origin, now)],
  ...siteIcons.map((name): SiteFile => [name, () => readSiteIcon(name)]),
];
