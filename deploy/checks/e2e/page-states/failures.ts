import type { Page } from 'playwright-core';
import { blockRemote } from '../block-remote.ts';
import { addToCart, classicGeneralService } from '../book-by-page.ts';
import { bookByCall } from '../book-by-call.ts';
import { cartDrawer, heading } from '../locators.ts';
import { waitForHydration } from '../wait-for-hydration.ts';
import { goTo, type PageWalk } from './page-state.ts';

const backend = /\/rest\/v1\//;
const missing = 'This part is not available';

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
          // The code of posts is loaded with the first one, the content of the other one is not.
          const posts = page.locator('main a[href^="/blog/"]');
          await posts.first().click();
          await page.waitForURL('**/blog/*');
          await heading(page).waitFor();
          await page.goBack();
          await posts.nth(1).waitFor();
          await page.context().setOffline(true);
          await posts.nth(1).click();
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
      {
        name: 'dead-cart',
        overlay: true,
        reach: async (page, { url }) => {
          const unblock = await blockRemote(page, 'cart', 'missing');
          await page.goto(url + classicGeneralService);
          await addToCart(page);
          await cartDrawer(page).getByText(missing).waitFor();
          await unblock();
        },
      },
      {
        name: 'dead-part',
        reach: async (page, { url }) => {
          const unblock = await blockRemote(page, 'account', 'missing');
          await page.goto(`${url}/auth`);
          await heading(page, missing).waitFor();
          await unblock();
        },
      },
    ],
  },
];
