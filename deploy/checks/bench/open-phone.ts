import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

/** A network and a processor to load a page with. */
export interface Conditions {
  /** Milliseconds added to every request. */
  latency: number;
  /** Bytes a second; -1: not limited. */
  download: number;
  /** How many times slower the processor is. */
  slowdown: number;
}

export const unthrottled: Conditions = { latency: 0, download: -1, slowdown: 1 };
/** A phone on a slow mobile network. */
export const slow4g: Conditions = { latency: 150, download: (1.6 * 1024 * 1024) / 8, slowdown: 4 };

/** A page on a phone's screen with an empty cache, under these conditions. The caller closes its context. */
export async function openPhone(
  browser: Browser,
  { latency, download, slowdown }: Conditions,
): Promise<{ context: BrowserContext; page: Page; session: CDPSession }> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: download,
    uploadThroughput: download < 0 ? -1 : download / 2,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { context, page, session };
}
