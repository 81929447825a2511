import type { Browser } from 'playwright-core';
import { compressBrotli } from '../../site/documents/compress-files.ts';

export interface PageBytes {
  requests: number;
  scripts: string[];
  scriptBytes: number;
  totalBytes: number;
  supabase: boolean;
  /** Downloaded files of apps that the page does not need. */
  foreign: string[];
  /** Size of every remote's entry, downloaded or not. */
  entrySizes(): Promise<[name: string, bytes: number][]>;
}

/**
 * Loads a page with an empty cache; counts what it downloads until it is interactive (without code that loads when
 * idle).
 */
export async function measurePageBytes(browser: Browser, url: string, path: string): Promise<PageBytes> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  // Code that loads when idle or after seconds (the toaster, the cart, reports) never loads here, however slow this
  // machine is.
  await context.addInitScript(() => {
    window.requestIdleCallback = () => 0;
    const setTimer = window.setTimeout.bind(window) as (task: TimerHandler, after?: number) => number;
    window.setTimeout = ((task: TimerHandler, after = 0) =>
      after < 2500 ? setTimer(task, after) : 0) as typeof window.setTimeout;
  });
  const page = await context.newPage();
  const bodies: { url: string; size: number; isScript: boolean; text: string }[] = [];
  let counting = true;
  const reading: Promise<void>[] = [];
  page.on('response', (response) => {
    if (!counting) return;
    reading.push(
      response.body().then(
        (body) => {
          const isScript = /javascript/.test(response.headers()['content-type'] ?? '');
          const raw = /\.(woff2|png)$/.test(new URL(response.url()).pathname);
          const size = raw ? body.length : compressBrotli(body).length;
          bodies.push({ url: response.url(), size, isScript, text: isScript ? body.toString() : '' });
        },
        () => undefined,
      ),
    );
  });
  await page.goto(url + path, { waitUntil: 'load' });
  await page.locator('h1').first().waitFor();
  counting = false;
  await Promise.all(reading);
  const site = JSON.parse((await page.locator('#site').textContent()) ?? '{}') as {
    registry: { remotes: { name: string; entry: string }[] };
  };
  await context.close();
  const scripts = bodies.filter(({ isScript }) => isScript);
  return {
    requests: bodies.length,
    scripts: scripts.map((body) => new URL(body.url).pathname),
    scriptBytes: scripts.reduce((sum, { size }) => sum + size, 0),
    totalBytes: bodies.reduce((sum, { size }) => sum + size, 0),
    supabase: scripts.some(({ text }) => text.includes('GoTrueClient')),
    foreign: bodies.map((body) => new URL(body.url).pathname).filter((file) => /^\/r\/(admin|account)\//.test(file)),
    entrySizes: () =>
      Promise.all(
        site.registry.remotes.map(async ({ name, entry }): Promise<[string, number]> => {
          const body = Buffer.from(await (await fetch(url + entry)).arrayBuffer());
          return [name, compressBrotli(body).length];
        }),
      ),
  };
}

/** What comes ahead for pages that are linked in view: their code with the code that does it, and content files. */
export interface PrefetchedBytes {
  code: number;
  content: number;
}

/**
 * Loads a page with an empty cache and waits until it prefetches no more. It is no part of what the page itself needs.
 * @returns bytes, compressed as `measurePageBytes` does
 */
export async function measurePrefetch(browser: Browser, url: string, path: string): Promise<PrefetchedBytes> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const reading: Promise<[isContent: boolean, bytes: number]>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (isPrefetched(pathname, response.request().resourceType()))
      reading.push(response.body().then((body) => [pathname.startsWith('/pages/'), compressBrotli(body).length]));
  });
  // The first report is sent three seconds after the load.
  const reported = page.waitForRequest((request) => request.url().includes('report'));
  await page.goto(url + path, { waitUntil: 'networkidle' });
  await reported;
  const sizes = await Promise.all(reading);
  await context.close();
  const sumOf = (wanted: boolean): number =>
    sizes.reduce((sum, [isContent, bytes]) => sum + (isContent === wanted ? bytes : 0), 0);
  return { code: sumOf(false), content: sumOf(true) };
}

/**
 * Whether a file was requested ahead, while a page with its present content loads: pages request the files that they
 * need by elements and imports, and their content is in the document.
 */
export function isPrefetched(path: string, resourceType: string): boolean {
  return /^\/(r|pages)\//.test(path) && (resourceType.toLowerCase() === 'fetch' || path.includes('/idle.'));
}
