import type { Page } from 'playwright-core';
import { bookByCall } from '../book-by-call.ts';
import { heading } from '../locators.ts';
import { waitForHydration } from '../wait-for-hydration.ts';
import { goTo, type PageWalk } from './page-state.ts';

const backend = /\/rest\/v1\//;

/** Stops the backend for what this opens. */
const whileBackendIsDown =
  (path: string | (() => string), words: string | RegExp) =>
  async (page: Page, { url }: { url: string }) => {
    await page.route(backend, (route) => route.abort('connectionrefused'));
    await page.goto('about:blank');
    await page.goto(url + (typeof path === 'string' ? path : path()));
    await page.getByText(words).first().waitFor();
    await page.unroute(backend);
  };

let manageToken = '';

/** What is shown when something fails. */
export const failureWalks: PageWalk[] = [
  {
    name: 'failures',
    tag: ['@catalog', '@cart', '@account'],
    states: [
      {
        name: 'offline-page',
        reach: async (page, site) => {
          await goTo('/blog')(page, site);
          await waitForHydration(page);
          // The code of posts is loaded with the first one; the content of the last one, which was never in view, is not.
          const posts = page.locator('main a[href^="/blog/"]');
          await posts.first().click();
          await page.waitForURL('**/blog/*');
          await heading(page).waitFor();
          await page.goBack();
          await posts.last().waitFor();
          await page.context().setOffline(true);
          await posts.last().click();
          await heading(page, 'You are offline').waitFor();
        },
      },
      {
        name: 'booking-backend-down',
        reach: async (page, site) => {
          await page.context().setOffline(false);
          ({ manage_token: manageToken } = await bookByCall(site));
          await whileBackendIsDown(() => `/book-service#manage=${manageToken}`, 'Your booking is safe with us.')(
            page,
            site,
          );
        },
      },
    ],
  },
];
