import { launchChromium } from '../e2e/launch-chromium.ts';
import { printFigures, type Figure } from './figures.ts';
import { openBenchSite } from './open-bench-site.ts';
import { proportionalMemoryMegabytes } from './measure-memory.ts';
import { measureOfferPages } from './measure-offer-pages.ts';
import { measurePageBytes } from './measure-page-bytes.ts';
import { measureReads } from './measure-reads.ts';
import { measuredPages } from './measured-pages.ts';

/** How many pages of one model and one package are requested. */
const OFFERS = 100;

/**
 * `npm run bench`: bytes of the pages customers arrive at, size of each remote's entry, a REST read, memory of
 * everything that runs, and how long the Node server takes for a page that it has not rendered yet, and for a cached
 * one.
 */
export async function measure(): Promise<void> {
  const site = await openBenchSite();
  const browser = await launchChromium();
  try {
    const figures: Figure[] = [];
    for (const [path, name, goal] of measuredPages) {
      const { scriptBytes, scripts } = await measurePageBytes(browser, site.url, path);
      const measured = `${kB(scriptBytes)} kB in ${scripts.length} files`;
      figures.push([`${name}: JavaScript until interactive, brotli 11`, measured, `<= ${goal} kB`]);
    }
    const home = await measurePageBytes(browser, site.url, '/');
    figures.push(
      ['Home: all requests; all bytes, brotli 11', `${home.requests}; ${kB(home.totalBytes)} kB`, '<= 8; <= 168 kB'],
      ['Home: supabase-js downloaded', home.supabase ? 'YES' : 'no', 'no'],
      ['Home: admin or account files downloaded', home.foreign.length === 0 ? 'no' : home.foreign.join(', '), 'no'],
    );
    for (const [name, bytes] of await home.entrySizes())
      figures.push([`remoteEntry of ${name}, brotli 11`, `${kB(bytes)} kB`, '<= 8 kB']);
    const reads = await measureReads(site.url, site.backend.anonKey, 300);
    figures.push([
      'REST read of one model, median; p95',
      `${reads.median.toFixed(1)}; ${reads.p95.toFixed(1)} ms`,
      '<= 10 ms',
    ]);
    for (let view = 0; view < 20; view += 1) await measurePageBytes(browser, site.url, view % 2 ? '/bikes' : '/');
    await browser.close();
    figures.push([
      'Memory after 20 page views, Node and Postgres (PSS)',
      `${await proportionalMemoryMegabytes(process.pid)} MB`,
      '<= 350 MB',
    ]);
    // Last, because the documents that the server keeps would count as memory.
    const seen = measuredPages.map(([path]) => path);
    const { first, again, all } = await measureOfferPages(site.url, OFFERS, seen);
    const offers = `${OFFERS} of ${all} pages of a model and a package, one by one`;
    figures.push(
      [`${offers}: first request, p50; p95`, `${ms(first.p50)}; ${ms(first.p95)} ms`, ''],
      ['The same pages again, p50; p95', `${ms(again.p50)}; ${ms(again.p95)} ms`, ''],
    );
    printFigures('site', figures);
  } finally {
    await browser.close();
    await site.stop();
  }
  process.exit(0);
}

function ms(milliseconds: number): string {
  return milliseconds.toFixed(1);
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
