import type { Page } from 'playwright-core';
import { heading } from '../locators.ts';
import type { TestSite } from '../open-test-site.ts';

/** A page in a state that tests and pictures look at. */
export interface PageState {
  /** Names its pictures too. */
  name: string;
  /** Comes here from the state before it. */
  reach: (page: Page, site: TestSite) => Promise<unknown>;
  /** Shown over the page, and scrolled inside of itself. */
  overlay?: true;
  /** Only phones have it. */
  phoneOnly?: true;
  /** It ends as soon as there is a network: what it shows is sent then. */
  waitsForNetwork?: true;
}

/** A width and a theme. */
export type Look = '390 light' | '1280 dark' | '390 dark' | '1280 light';

/** What one person sees, one state after the other. */
export interface PageWalk {
  name: string;
  tag: string[];
  /** The one look in which `npm test` goes it; `npm run test:all` goes every walk, in every look. */
  inNpmTest?: Look;
  states: PageState[];
}

/** Opens an address of the site, and waits for its page. */
export const goTo =
  (path: string) =>
  async (page: Page, { url }: Pick<TestSite, 'url'>): Promise<void> => {
    await page.goto(url + path, { waitUntil: 'networkidle' });
    await heading(page).first().waitFor();
    await page.locator('main[aria-busy]').waitFor({ state: 'detached' });
  };

/** A mobile number that no other test uses. */
export const newNumber = (): string => `98${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
