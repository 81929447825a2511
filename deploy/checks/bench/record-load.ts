import type { Browser } from 'playwright-core';
import { isPrefetched } from './measure-page-bytes.ts';
import { openPhone, type Conditions } from './open-phone.ts';

declare global {
  interface Window {
    /** Measurements that this script gathers in the page. */
    vitals: Vitals;
  }
}

export interface LoadedFile {
  path: string;
  isScript: boolean;
  isData: boolean;
  /** Seconds on the browser's clock. */
  start: number;
  end: number;
}

export interface RecordedLoad {
  /** Milliseconds from the start of the navigation. */
  fcp: number;
  lcp: number;
  /** Sum of what each task after FCP takes beyond 50 ms. */
  tbt: number;
  cls: number;
  files: LoadedFile[];
  /** When the document had arrived, in seconds on the browser's clock. */
  documentEnd: number;
  navigationStart: number;
}

interface Vitals {
  fcp: number;
  lcp: number;
  cls: number;
  longTasks: [start: number, duration: number][];
}

/**
 * Loads a page with an empty cache on a phone's screen until nothing has been loading for a while. What it prefetches is
 * not among its files.
 */
export async function recordLoad(browser: Browser, address: string, conditions: Conditions): Promise<RecordedLoad> {
  const { context, page, session } = await openPhone(browser, conditions);
  try {
    const files = new Map<string, LoadedFile & { isDocument: boolean }>();
    session.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
      if (!request.url.startsWith('http') || isPrefetched(new URL(request.url).pathname, type ?? '')) return;
      files.set(requestId, {
        path: new URL(request.url).pathname,
        isDocument: type === 'Document',
        isScript: false,
        isData: false,
        start: timestamp,
        end: Number.POSITIVE_INFINITY,
      });
    });
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const file = files.get(requestId);
      if (response.fromDiskCache) files.delete(requestId); // prefetched, and parsed ahead from there
      if (file) file.isScript = /javascript/.test(response.mimeType);
      if (file) file.isData = /json/.test(response.mimeType);
    });
    session.on('Network.requestServedFromCache', ({ requestId }) => files.delete(requestId));
    session.on('Network.loadingFinished', ({ requestId, timestamp }) => {
      const file = files.get(requestId);
      if (file) file.end = timestamp;
    });
    await page.addInitScript(observeVitals);
    await page.goto(address, { waitUntil: 'networkidle', timeout: 60_000 });
    const { longTasks, ...vitals } = await page.evaluate(() => window.vitals);
    if (!vitals.fcp || !vitals.lcp) throw new Error(`${address} painted nothing.`);
    const all = [...files.values()];
    const document = all.find(({ isDocument }) => isDocument);
    if (!document) throw new Error(`${address} loaded no document.`);
    const tbt = longTasks
      .filter(([start]) => start >= vitals.fcp)
      .reduce((sum, [, duration]) => sum + Math.max(0, duration - 50), 0);
    return { ...vitals, tbt, files: all, documentEnd: document.end, navigationStart: document.start };
  } finally {
    await context.close();
  }
}

/**
 * Runs in the page before its own scripts. Has no named function: the loader would add a helper call to it that does
 * not exist in the page.
 */
function observeVitals(): void {
  const vitals: Vitals = { fcp: 0, lcp: 0, cls: 0, longTasks: [] };
  window.vitals = vitals;
  for (const type of ['paint', 'largest-contentful-paint', 'layout-shift', 'longtask'])
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.name === 'first-contentful-paint') vitals.fcp = entry.startTime;
        else if (type === 'largest-contentful-paint') vitals.lcp = entry.startTime;
        else if (type === 'longtask') vitals.longTasks.push([entry.startTime, entry.duration]);
        else if (type === 'layout-shift') {
          const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
          if (!hadRecentInput) vitals.cls += value;
        }
      }
    }).observe({ type, buffered: true });
}

/** How many of these files could only be requested after another of them had arrived: the sequential steps of a load. */
export function countRounds(files: LoadedFile[], after: number): number {
  let rounds = 0;
  let last = after;
  for (const { start, end } of [...files].sort((a, b) => a.end - b.end))
    if (start >= last - 0.005) {
      rounds += 1;
      last = end;
    }
  return rounds;
}
