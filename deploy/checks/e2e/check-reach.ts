import type { Page } from 'playwright-core';
import { brokenWords } from './broken-words.ts';
import { phone } from './open-test-site.ts';
import type { PageState } from './page-states/page-state.ts';
import { smallTargets } from './small-targets.ts';
import { coveredByTopButton } from './under-top-button.ts';

/** The least size of what a gloved thumb presses, in px. */
const gloved = 48;

/**
 * What is too small to press or too narrow to read in a state, on a phone: at 390 px, and with `all` at 320 px and below
 * the button to the top too.
 */
export async function reachProblems(page: Page, { name, overlay }: PageState, all: boolean): Promise<string[]> {
  const target = name.startsWith('floor-') ? gloved : undefined;
  const look = async () => [...(await smallTargets(page, target)), ...(await brokenWords(page))];
  const found = (await look()).map((what) => `390 px: ${what}`);
  if (!all) return found;
  await page.setViewportSize({ ...phone, width: 320 });
  found.push(...(await look()).map((what) => `320 px: ${what}`));
  await page.setViewportSize(phone);
  // Null: Chromium has drawn nothing, see `look-in-new-tab.ts`. `reach` looks at the main pages again.
  if (!overlay) found.push(...((await coveredByTopButton(page)) ?? []));
  return found;
}
