import type { Page } from 'playwright-core';
import { blockRemote } from '../block-remote.ts';
import { addToCart, bookAsGuest, classicGeneralService } from '../book-by-page.ts';
import { cartButton, cartDrawer, heading } from '../locators.ts';
import type { TestSite } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { switchOffRemote } from '../switch-off-remote.ts';
import type { PageState, PageWalk } from './page-state.ts';

/** How a remote is lost: the shop has switched it off, or its files do not arrive. */
type Loss = 'off' | 'dead';

/** A page of a remote, or a page of another one with a place for it. */
interface Part {
  name: string;
  remote: string;
  path: string | (() => string);
  /** What stands in its place. */
  words: Record<Loss, string>;
  forStaff?: true;
}

let booked: Awaited<ReturnType<typeof bookAsGuest>>;

const lostPage = { off: 'This part is closed for the moment', dead: 'This part is not available' };

const parts: Part[] = [
  { name: 'catalog', remote: 'catalog', path: '/', words: lostPage },
  { name: 'cart', remote: 'cart', path: '/book-service', words: lostPage },
  { name: 'account', remote: 'account', path: '/auth', words: lostPage },
  {
    name: 'booking',
    remote: 'account',
    path: () => `/book-service#manage=${booked.manage_token}`,
    words: { off: 'This page is closed for the moment', dead: 'We could not load your booking' },
  },
  { name: 'my-bookings', remote: 'account', path: '/my-bookings', words: lostPage, forStaff: true },
  {
    name: 'admin-invoice',
    remote: 'account',
    path: () => `/admin?view=invoice&booking=${booked.id}`,
    words: { off: 'Invoices are switched off for the moment', dead: 'The invoice could not be shown' },
    forStaff: true,
  },
  { name: 'admin', remote: 'admin', path: '/admin', words: lostPage, forStaff: true },
];

const lose = (page: Page, { url }: TestSite, remote: string, loss: Loss): Promise<() => Promise<void>> =>
  loss === 'off' ? switchOffRemote(page, url, remote) : blockRemote(page, remote, 'missing');

/** Opens a page while a part of it is lost. */
const without = ({ name, remote, path, words, forStaff }: Part, loss: Loss): PageState => ({
  name: `${name}-${loss}`,
  reach: async (page, site) => {
    if (forStaff) await signInAsAdmin(page, site);
    const giveBack = await lose(page, site, remote, loss);
    await page.goto('about:blank');
    await page.goto(site.url + (typeof path === 'string' ? path : path()));
    await page.getByText(words[loss]).first().waitFor();
    await giveBack();
  },
});

const drawers: PageState[] = [
  {
    name: 'cart-drawer-off',
    overlay: true,
    reach: async (page, site) => {
      const giveBack = await lose(page, site, 'cart', 'off');
      await page.goto(`${site.url}/about`);
      await cartButton(page, 0).click();
      await cartDrawer(page).getByText('The cart is closed for the moment').waitFor();
      await giveBack();
    },
  },
  {
    name: 'cart-drawer-dead',
    overlay: true,
    reach: async (page, site) => {
      const giveBack = await lose(page, site, 'cart', 'dead');
      await page.goto(site.url + classicGeneralService);
      await addToCart(page);
      await cartDrawer(page).getByText(lostPage.dead).waitFor();
      await giveBack();
    },
  },
];

/** A new booking whose page is lost: its receipt stays. */
const receipt: PageState = {
  name: 'receipt-account-dead',
  reach: async (page, site) => {
    const giveBack = await lose(page, site, 'account', 'dead');
    booked = await bookAsGuest(page, site.url);
    await heading(page, /^Booked\. See you on/).waitFor();
    await page.getByText('We could not load the rest of this page').waitFor();
    await giveBack();
  },
};

/** What stands in place of a remote that is switched off in the live record, or whose files do not arrive. */
export const lostPartWalks: PageWalk[] = [
  {
    name: 'parts that are switched off or dead',
    tag: ['@catalog', '@cart', '@account', '@admin'],
    states: [receipt, ...drawers, ...parts.flatMap((part) => [without(part, 'off'), without(part, 'dead')])],
  },
];
