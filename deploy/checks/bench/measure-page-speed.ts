import type { Browser } from 'playwright-core';
import { launchChromium } from '../e2e/launch-chromium.ts';
import { median, printFigures, type Figure } from './figures.ts';
import { openBenchSite } from './open-bench-site.ts';
import { installLighthouse, makeCertificate, runLighthouse } from './lighthouse/start-lighthouse.ts';
import { measurePageBytes, measurePrefetch } from './measure-page-bytes.ts';
import { measuredPages } from './measured-pages.ts';
import { measureFirstPresses } from './measure-first-press.ts';
import { measureMoves } from './measure-moves.ts';
import { slow4g, unthrottled, type Conditions } from './open-phone.ts';
import { countRounds, recordLoad } from './record-load.ts';
import { startHttp2Front, trustArgument } from './start-http2-front.ts';

/** One second is added to each request, so that sequential steps show even on a busy machine. */
const stepByStep: Conditions = { latency: 1000, download: -1, slowdown: 1 };

/**
 * `npm run bench -- speed [--runs 3] [--page Home]`: measures a cold visit to each kind of page, and moves
 * from one to the next. Timed visits use
 * HTTP/2 with TLS, like a public site behind nginx or a CDN: over the HTTP/1.1 of `npm start` each file waits for a
 * connection of its own. Bytes and steps are exact; times are medians and depend on the machine and its load.
 */
export async function measure(asked: { runs: string; page?: string }): Promise<void> {
  const runs = Number(asked.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error('The number of runs must be 1 or more: -- speed --runs 3');
  const pages = measuredPages.filter(([, name]) => !asked.page || name === asked.page);
  if (pages.length === 0) throw new Error(`Choose a page of: ${measuredPages.map(([, name]) => name).join(', ')}`);
  installLighthouse();
  const site = await openBenchSite({ renderAhead: true });
  const certificate = await makeCertificate();
  const front = await startHttp2Front(site.url, certificate);
  const browser = await launchChromium(trustArgument(certificate));
  try {
    for (const [path, name, goal] of pages) {
      console.log(`\n${name}  ${path}\n`);
      const urls = { site: site.url, front: front.url };
      printFigures(`speed of ${path}`, await figuresOf(browser, urls, path, { goal, runs }));
    }
    if (!asked.page) {
      console.log('\nMoves by a link, until the heading of the next page is drawn\n');
      printFigures('speed of moves', await measureMoves(browser, front.url, runs));
      console.log('\nPresses at the first paint, slow 4G, processor / 4\n');
      printFigures('speed of first presses', await measureFirstPresses(browser, front.url, runs));
    }
  } finally {
    await browser.close();
    await front.close();
    await site.stop();
  }
}

async function figuresOf(
  browser: Browser,
  urls: { site: string; front: string },
  path: string,
  { goal, runs }: { goal: number; runs: number },
): Promise<Figure[]> {
  const isBooking = path === '/book-service';
  const address = urls.front + path;
  await recordLoad(browser, address, unthrottled); // the server renders and compresses
  const bytes = await measurePageBytes(browser, urls.site, path);
  const prefetched = await measurePrefetch(browser, urls.site, path);
  const steps = await recordLoad(browser, address, stepByStep);
  const lcpTime = steps.navigationStart + steps.lcp / 1000;
  const ofCode = steps.files.filter(({ isScript, isData }) => isScript || isData);
  const before = ofCode.filter(({ end }) => end <= lcpTime);
  const slow = await inTurn(runs, () => recordLoad(browser, address, slow4g));
  const lighthouse = await inTurn(runs, () => runLighthouse(address));
  const of = <Run>(all: Run[], read: (run: Run) => number): number => median(all.map(read));
  const failed = [...new Set(lighthouse.flatMap((run) => run.failed))];
  return [
    ['Scripts before LCP', `${before.filter(({ isScript }) => isScript).length}`, '0'],
    [
      'JavaScript until interactive, brotli 11',
      `${(bytes.scriptBytes / 1000).toFixed(1)} kB in ${bytes.scripts.length} files`,
      `<= ${goal} kB`,
    ],
    [
      'All requests; all bytes, brotli 11',
      `${bytes.requests}; ${(bytes.totalBytes / 1000).toFixed(1)} kB`,
      isBooking ? '<= 18; <= 250 kB' : '<= 16; <= 200 kB',
    ],
    [
      'Prefetched when idle, for links in view, brotli 11: code; content files',
      `${(prefetched.code / 1000).toFixed(1)}; ${(prefetched.content / 1000).toFixed(1)} kB`,
      '<= 60 kB; of it <= 24 kB',
    ],
    [
      'Steps after the document: to LCP; in all',
      `${countRounds(before, steps.documentEnd)}; ${countRounds(ofCode, steps.documentEnd)}`,
      isBooking ? '0; 2' : '0; 1',
    ],
    [
      'Slow 4G, processor / 4: FCP; LCP',
      `${ms(of(slow, ({ fcp }) => fcp))}; ${ms(of(slow, ({ lcp }) => lcp))}`,
      isBooking ? 'LCP <= 1000 ms' : 'LCP <= 600 ms',
    ],
    [
      'Slow 4G, processor / 4: TBT; CLS',
      `${ms(of(slow, ({ tbt }) => tbt))}; ${of(slow, ({ cls }) => cls).toFixed(3)}`,
      'CLS 0',
    ],
    [
      'Lighthouse mobile: FCP; LCP',
      `${ms(of(lighthouse, ({ fcp }) => fcp))}; ${ms(of(lighthouse, ({ lcp }) => lcp))}`,
      isBooking ? 'LCP <= 1200 ms' : 'LCP <= 1000 ms',
    ],
    [
      'Lighthouse mobile: TBT; CLS',
      `${ms(of(lighthouse, ({ tbt }) => tbt))}; ${of(lighthouse, ({ cls }) => cls).toFixed(3)}`,
      isBooking ? '<= 100 ms; 0' : '<= 60 ms; 0',
    ],
    [
      'Lighthouse: performance, of each run',
      `${of(lighthouse, ({ performance }) => performance)} (${lighthouse.map(({ performance }) => performance).join(', ')})`,
      '>= 98',
    ],
    [
      "Lighthouse: this machine's processor",
      `${of(lighthouse, ({ benchmarkIndex }) => benchmarkIndex)}`,
      'a desktop: 1500',
    ],
    [
      'Lighthouse: accessibility, best practices, SEO',
      [
        of(lighthouse, ({ accessibility }) => accessibility),
        of(lighthouse, ({ bestPractices }) => bestPractices),
        of(lighthouse, ({ seo }) => seo),
      ].join(', ') + (failed.length > 0 ? ` (${failed.join(', ')})` : ''),
      '100, 100, 100',
    ],
  ];
}

async function inTurn<T>(times: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let run = 0; run < times; run += 1) made.push(await make());
  return made;
}

function ms(milliseconds: number): string {
  return `${Math.round(milliseconds)} ms`;
}
