import type { Page } from 'playwright-core';
import { heading, logo } from './locators.ts';

/** Goes to the questions without another document: by the footer, from a page with a slim one or none by the home page. */
export async function openQuestions(page: Page): Promise<void> {
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Questions and answers' });
  if ((await link.count()) === 0) await logo(page).click();
  await link.click();
  await heading(page, /asked/i).waitFor();
}
