import type { Locator, Page } from 'playwright-core';

/** A toast with these words in its title. */
export function toast(page: Page, title: string | RegExp): Locator {
  return page.locator('[data-sonner-toast]').filter({ hasText: title });
}

/** The heading of the page. */
export function heading(page: Page, name?: string | RegExp): Locator {
  return page.getByRole('heading', { level: 1, ...(name === undefined ? {} : { name }) });
}

/** The header's cart button when the cart holds so many items. */
export function cartButton(page: Page, count: number): Locator {
  const name = count === 0 ? 'Cart, empty' : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`;
  return page.getByRole('button', { name, exact: true });
}

/** The logo, in the header of every page: the way to the home page. */
export function logo(page: Page): Locator {
  return page.getByRole('link', { name: 'Twostroke, home' });
}

/** The cart, when it is open. */
export function cartDrawer(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Your cart' });
}

/** Presses a step that stands at the foot of a booking's sheet: on a phone behind 'More', once that is pressed. */
export async function pressInFoot(page: Page, name: string): Promise<void> {
  const foot = page.locator('dialog[open] [data-modal-foot]').last();
  const step = foot.getByRole('button', { name, exact: true });
  const more = foot.getByRole('button', { name: 'More', exact: true, expanded: false });
  await step.or(more).filter({ visible: true }).first().waitFor();
  if (!(await step.isVisible())) await more.click();
  await step.click();
}

/** How many headings of the first level a page shows. */
export function countHeadings(page: Page): Promise<number> {
  return page.locator('h1:visible').count();
}
