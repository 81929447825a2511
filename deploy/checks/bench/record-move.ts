import type { Browser } from 'playwright-core';
import { waitForHydration } from '../e2e/wait-for-hydration.ts';
import { openPhone, type Conditions } from './open-phone.ts';

export interface Move {
  name: string;
  from: string;
  /** Selector of the link or button that leads to the next page. */
  press: string;
}

export interface RecordedMove {
  /** Milliseconds from the press until the next page's heading is drawn. */
  took: number;
  /** Requests from the press until nothing has been loading for a while. */
  requests: number;
}

/**
 * Opens a page with an empty cache on a phone's screen and follows one of its links.
 * @param pauseMs how long the link is in view of the hydrated page before it is touched
 * @param intentMs how long a finger is on it before that becomes a press
 */
export async function recordMove(
  browser: Browser,
  site: string,
  { from, press }: Move,
  { conditions, pauseMs, intentMs }: { conditions: Conditions; pauseMs: number; intentMs: number },
): Promise<RecordedMove> {
  const { context, page } = await openPhone(browser, conditions);
  try {
    await page.goto(site + from);
    await waitForHydration(page);
    await page
      .locator(press)
      .first()
      .evaluate((control) => control.scrollIntoView({ block: 'center' }));
    await page.waitForTimeout(pauseMs);
    if (intentMs > 0) {
      await page.locator(press).first().dispatchEvent('touchstart');
      await page.waitForTimeout(intentMs);
    }
    let requests = 0;
    page.on('request', () => (requests += 1));
    const took = await page.evaluate(pressAndWait, press);
    await page.waitForLoadState('networkidle');
    return { took, requests };
  } finally {
    await context.close();
  }
}

/** Runs in the page. Has no named function: the loader would add a helper call to it that does not exist in the page. */
function pressAndWait(press: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const former = document.querySelector('h1')?.textContent;
    const element = document.querySelector<HTMLElement>(press);
    if (!element) return reject(new Error(`There is no ${press}.`));
    const start = performance.now();
    const observer = new MutationObserver(() => {
      const title = document.querySelector('main h1')?.textContent;
      if (!title || title === former) return;
      observer.disconnect();
      // Right after the frame: other tasks may be queued before a timer.
      requestAnimationFrame(() =>
        scheduler.postTask(() => resolve(performance.now() - start), { priority: 'user-blocking' }),
      );
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
    element.click();
  });
}
