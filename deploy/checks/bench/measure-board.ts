import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchChromium } from '../e2e/launch-chromium.ts';
import { signIn } from '../e2e/sign-in.ts';
import { judgeFigures, median, printFigures, type Figure } from './figures.ts';
import { measureCaller, type CallerWait } from './measure-caller.ts';
import { measureLiveChanges } from './measure-live-changes.ts';
import { openBenchSite } from './open-bench-site.ts';

/** Typed into the search, a letter at a time. */
const typed = 'mh12zz0042';
/** Between two letters, in milliseconds: a fast typist. */
const pauseMs = 90;

/**
 * `npm run bench -- board [--runs 3] [--judge]`: 10,000 bookings, 500 of them today. How long it takes from the address to the first
 * painted cards of the board, how long the longest answer to a key takes in the search, how long a change of one person
 * takes until two others see it, and how long the desk waits while it books for a caller. Judged, it ends with an error
 * code when a goal is missed.
 */
export async function measure(asked: { runs: string; judge: boolean }): Promise<void> {
  const runs = Number(asked.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error('The number of runs must be 1 or more: -- board --runs 3');
  const site = await openBenchSite({ unlimited: true });
  const browser = await launchChromium();
  try {
    const { sql, demoAdmin } = site.backend;
    if (!demoAdmin) throw new Error('A new embedded backend makes a demo admin.');
    await sql.unsafe(await readFile(join(import.meta.dirname, 'sql/busy-day.sql'), 'utf8')).simple();
    await sql`analyze`;
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, timezoneId: 'Asia/Kolkata' });
    const page = await context.newPage();
    await context.addInitScript(recordCards);
    await signIn(page, site.url, demoAdmin.email, demoAdmin.password);
    const paints: number[] = [];
    const keys: number[] = [];
    await openBoard(page, site.url); // the server renders and compresses
    for (let run = 0; run < runs; run += 1) {
      paints.push(await openBoard(page, site.url));
      keys.push(await typeInSearch(page));
    }
    const count = await page.locator('[data-job]').count();
    await context.close();
    const calls: CallerWait[][] = [];
    for (let run = 0; run < runs; run += 1)
      calls.push(await measureCaller(browser, { url: site.url, sql, admin: demoAdmin }));
    const changes = await measureLiveChanges(browser, { url: site.url, sql, admin: demoAdmin }, runs + 2);
    const saved = changes.map((change) => change.saved);
    const [desk, floor] = [0, 1].map((watcher) => changes.map(({ seen }) => seen[watcher]!)) as [number[], number[]];
    const figures: Figure[] = [
      ['Bookings; of today; cards drawn at first', `10000; 500; ${count}`, ''],
      ['From the address to the first painted cards, median', ms(median(paints)), '<= 1000 ms'],
      ['the longest first paint', ms(Math.max(...paints)), ''],
      ['The longest answer to a key in the search, median', ms(median(keys)), '<= 200 ms'],
      ['the longest answer of all runs', ms(Math.max(...keys)), ''],
      ['From a press until the database has answered, median', ms(median(saved)), ''],
      ['until a colleague at the desk sees it, median', ms(median(desk)), '<= 1000 ms'],
      ['until a phone on the floor shows it, median', ms(median(floor)), '<= 1000 ms'],
      ['the longest of both', ms(Math.max(...desk, ...floor)), '<= 1000 ms'],
      ...calls[0]!.map(({ name }, at): Figure => {
        const times = calls.map((waits) => waits[at]!.took);
        return [`A caller, processor / 4: ${name}, median`, ms(median(times)), '<= 200 ms'];
      }),
    ];
    printFigures('board', figures);
    if (asked.judge) judgeFigures(figures);
  } finally {
    await browser.close();
    await site.stop();
  }
}

const ms = (value: number): string => `${Math.round(value)} ms`;

/** Runs in the page: notes when the first card of the board is painted, and the longest answer to a key. */
function recordCards(): void {
  // No function has a name here: what the loader adds to named ones is not in the page.
  new MutationObserver((_, seen) => {
    if (!document.querySelector('[data-job]')) return;
    seen.disconnect();
    // The frame after the one that draws it.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => (document.documentElement.dataset['painted'] = String(performance.now()))),
    );
  }).observe(document, { childList: true, subtree: true });
  const options = { type: 'event', durationThreshold: 16 };
  new PerformanceObserver((list) => {
    const noted = document.documentElement.dataset;
    for (const { name, duration } of list.getEntries())
      if (/^key/.test(name)) noted['longest'] = String(Math.max(Number(noted['longest'] ?? 0), duration));
  }).observe(options);
}

/** A figure that the page has noted. */
async function read(page: Page, name: 'painted' | 'longest'): Promise<number> {
  const root = page.locator(`html[data-${name}]`);
  await root.waitFor({ state: 'attached' });
  return Number(await root.getAttribute(`data-${name}`));
}

async function openBoard(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/admin`);
  return read(page, 'painted');
}

async function typeInSearch(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page
    .getByRole('combobox', { name: 'Name, number, phone or plate' })
    .pressSequentially(typed, { delay: pauseMs });
  await page.getByRole('option').first().waitFor();
  return read(page, 'longest');
}
