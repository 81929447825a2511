import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';

/** Presses Tab until the focus is on the control of this name. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      // After a navigation the focus is on the element that contains all controls and their texts.
      if (!element?.matches('a, button, input, select, textarea, summary')) return '';
      const label = element.labels?.[0]?.innerText ?? element.getAttribute('aria-label') ?? element.innerText;
      return label.replace(/\s+/g, ' ').trim();
    });
    if (typeof name === 'string' ? focused === name : name.test(focused)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${name}.`);
}

/** Waits until the focus is on an element of the page, in view: a press that removes its control moves it on. */
export async function expectFocusInPage(page: Page, when: string): Promise<void> {
  await expect.poll(() => page.evaluate(readFocus), { message: `the focus, ${when}` }).toBe('in view');
}

/** Waits until the focused control is in view and its outline is drawn. */
export async function expectFocusShown(page: Page, when: string): Promise<void> {
  await expectFocusInPage(page, when);
  expect(await page.evaluate(isOutlined), `the outline of the focus, ${when}`).toBe(true);
}

/** Runs in the page. */
function readFocus(): string {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return 'lost';
  const { top, bottom } = focused.getBoundingClientRect();
  return bottom > 0 && top < innerHeight ? 'in view' : 'outside of the window';
}

/** Runs in the page: a label that contains its radio button draws the outline for it. */
function isOutlined(): boolean {
  const focused = document.activeElement;
  return [focused, focused?.closest('label')].some((element) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  });
}
