import type { Page } from 'playwright-core';

/**
 * Waits until React has taken over the page that was rendered ahead, effects included: its frame carries React's marks,
 * and nobody keeps presses and inputs any more.
 */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !(globalThis as { twostrokeEarlyInput?: unknown }).twostrokeEarlyInput &&
      Object.keys(document.querySelector('#root main') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
}
