import type { Registry } from '@twostroke/shared/contracts/registry';
import type { FetchRows } from './resolve-address.ts';

/** Sitemap of every public page of the live remotes, in the sitemaps.org format. */
export async function siteMap(registry: Registry, fetchRows: FetchRows, origin: string): Promise<string> {
  const addresses: string[] = [];
  for (const { access, path, prerender } of registry.routes) {
    if (access !== 'public' || prerender === 'never') continue;
    if (prerender === 'static') addresses.push(path);
    else {
      const rows = 'values' in prerender ? prerender.values : await fetchRows(prerender.rows);
      addresses.push(...rows.map((row) => path.replace(/:(\w+)/g, (_, name: string) => row[name] ?? '')));
    }
  }
  const entries = addresses.map((address) => `<url><loc>${origin}${address}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
}
