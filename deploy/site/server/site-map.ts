import type { Registry } from '@twostroke/shared/contracts/registry';
import { listAddresses, type Address, type FetchRows } from '../prerender/list-addresses.ts';

/** Sitemap of every public page of the live remotes, in the sitemaps.org format. */
export async function siteMap(registry: Registry, fetchRows: FetchRows, origin: string): Promise<string> {
  return siteMapOf(await listAddresses(registry, fetchRows), origin);
}

export function siteMapOf(addresses: Address[], origin: string): string {
  const entries = addresses.map(({ path }) => `<url><loc>${origin}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
}
