import type { Locator, Page } from 'playwright-core';
import { poll } from '../../backend/testing/poll.ts';

/**
 * Waits until React has hydrated the prerendered page, effects included: its layout has React's marks, the captured
 * input has been replayed, and all sections are laid out, so that nothing moves during a click.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !(globalThis as { twostrokeEarlyInput?: unknown }).twostrokeEarlyInput &&
      // A page that has just answered has no element yet, not even <html>.
      Object.keys(document.querySelector('html:not([data-as-served]) #root main') ?? {}).some((key) =>
        key.startsWith('__reactProps'),
      ),
  );
}

/** Waits until React has hydrated a control: the code of a page may load after that of its layout. */
export async function waitForHydrationOf(control: Locator): Promise<void> {
  await waitForHydration(control.page());
  await poll('a hydrated control', () =>
    control.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))),
  );
}
