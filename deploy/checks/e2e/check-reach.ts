import type { Page } from 'playwright-core';
import { brokenWords, spilledWords } from './broken-words.ts';
import { desktop, phone } from './open-test-site.ts';
import type { PageState } from './page-states/page-state.ts';
import { smallTargets } from './small-targets.ts';
import { coveredByTopButton } from './under-top-button.ts';

/** The least size of what a gloved thumb presses, in px. */
const gloved = 48;

/** Each window and a narrower one of its kind, in px. */
const narrower: Record<number, number> = { [phone.width]: 320, [desktop.width]: 768 };

/**
 * What is too small to press or too narrow to read in a state: in the window as it is, and with `all` in a narrower one and
 * below the button to the top too.
 */
export async function reachProblems(page: Page, { name, overlay }: PageState, all: boolean): Promise<string[]> {
  const window = page.viewportSize()!;
  const target = window.width === phone.width && name.startsWith('floor-') ? gloved : undefined;
  const look = async (width: number) =>
    [...(await smallTargets(page, target)), ...(await brokenWords(page)), ...(await spilledWords(page))].map(
      (what) => `${width} px: ${what}`,
    );
  const found = await look(window.width);
  if (!all) return found;
  const width = narrower[window.width];
  if (width) {
    await page.setViewportSize({ ...window, width });
    found.push(...(await look(width)));
    await page.setViewportSize(window);
  }
  // Null: Chromium has drawn nothing, see `look-in-new-tab.ts`. `reach` looks at the main pages again.
  if (!overlay) found.push(...((await coveredByTopButton(page)) ?? []));
  return found;
}
