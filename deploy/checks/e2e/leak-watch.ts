import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Leak, LeakWatch } from '@twostroke/shared/tooling/watch-leaks.js';
import type { BrowserContext, Page } from 'playwright-core';

const file = createRequire(import.meta.url).resolve('@twostroke/shared/tooling/watch-leaks.js');
const source = readFileSync(file, 'utf8').replaceAll('export function', 'function');

declare global {
  var leakWatch: LeakWatch;
}

/** Records in every page of a visitor, from now on, what pages of remotes leave behind. */
export async function injectLeakWatch(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: `{ ${source}\nglobalThis.leakWatch = watchLeaks(); }` });
}

/** What the same line of code has left behind on both of two visits in this tab. */
export function leaksOf(page: Page): Promise<Leak[]> {
  return page.evaluate(() => globalThis.leakWatch.leaks());
}

/** Navigates like a link inside the site, and waits until the page is complete and the former one is unmounted. */
export async function navigateTo(page: Page, path: string): Promise<void> {
  const former = await page.evaluateHandle(() => document.querySelector('[data-page]')?.firstElementChild);
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.waitForFunction(
    (old) => !old?.isConnected && !document.querySelector('main[aria-busy]') && !!document.querySelector('h1'),
    former,
  );
  await former.dispose();
}

export interface HeldByPage {
  /** Documents, DOM nodes and event listeners that are in memory, attached or not. */
  documents: number;
  nodes: number;
  jsEventListeners: number;
}

/** What the browser keeps in memory after garbage collection. */
export async function countHeld(page: Page): Promise<HeldByPage> {
  const client = await page.context().newCDPSession(page);
  await client.send('HeapProfiler.enable');
  await client.send('HeapProfiler.collectGarbage');
  await client.send('HeapProfiler.collectGarbage'); // collects what finalizers released during the first collection
  const { documents, nodes, jsEventListeners } = await client.send('Memory.getDOMCounters');
  await client.detach();
  return { documents, nodes, jsEventListeners };
}
