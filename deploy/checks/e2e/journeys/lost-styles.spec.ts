import type { Locator, Page } from 'playwright-core';
import { bookByCall } from '../book-by-call.ts';
import { addToCart, classicGeneralService } from '../book-by-page.ts';
import { cartDrawer, heading } from '../locators.ts';
import { phone, type TestSite } from '../open-test-site.ts';
import { newCustomer, signInAsAdmin, signUpByCall } from '../sign-in.ts';
import { waitForHydration } from '../wait-for-hydration.ts';
import { expect, test } from '../fixtures/test.ts';

const offline = 'You are offline';
const missing = 'This part is not available';
/**
 * One page of each kind, and a page of another remote or another kind to come from, which prefetches none of it: the
 * home page is linked at the top of every page, and only a page with a task prefetches nothing. `npm test` takes one page of each
 * remote, `npm run test:all` the others too.
 */
const kinds: readonly (readonly [path: string, from: string])[] = [
  ['/', '/auth'],
  ['/services', '/about'],
  ['/services/category/brakes', '/about'],
  ['/services/oil-change', '/about'],
  ['/bikes', '/about'],
  ['/brands/royal-enfield', '/about'],
  ['/blog', '/about'],
  ['/contact', '/about'],
  ['/about', '/faq'],
  ['/reviews', '/about'],
  ['/install', '/about'],
  ['/services/royal-enfield/classic-350/general-service', '/about'],
  ['/bikes/royal-enfield/classic-350', '/about'],
  ['/blog/chain-care-10-minutes', '/about'],
  ['/location/kondhwa', '/about'],
  ['/faq', '/about'],
  ['/book-service', '/faq'],
  ['/auth', '/faq'],
];
const inNpmTest = ['/location/kondhwa', '/admin'];

/** Parts of other remotes within a page, which bring sheets of their own. */
interface Slot {
  name: string;
  sheets: RegExp;
  open: (site: TestSite, page: Page) => Promise<void>;
  /** An element that only these sheets lay out. */
  root: (page: Page) => Locator;
}

/** What is shown in place of such a part. */
const lostPart = /This part is not available|We could not load your booking|The invoice could not be shown/;

const slots: readonly Slot[] = [
  {
    name: 'the booking of a link',
    sheets: /\/r\/account\/.*\.css$/,
    async open(site, page) {
      const { manage_token } = await bookByCall(site);
      await page.goto(`${site.url}/book-service#manage=${manage_token}`);
    },
    root: (page) => page.getByRole('region', { name: 'Handover code' }),
  },
  {
    name: 'the cart',
    sheets: /\/r\/cart\/.*\.css$/,
    async open(site, page) {
      await page.goto(site.url + classicGeneralService);
      await addToCart(page);
    },
    root: (page) => cartDrawer(page).locator('header, h2').first(),
  },
  {
    name: 'the invoice of the workshop',
    sheets: /\/r\/account\/.*\.css$/,
    async open(site, page) {
      const { id } = await bookByCall(site);
      await site.backend.sql`update service_bookings set status = 'completed' where id = ${id}`;
      await signInAsAdmin(page, site);
      await page.goto(`${site.url}/admin?view=invoice&booking=${id}`);
    },
    root: (page) => page.getByRole('region', { name: /^Invoice TS/ }),
  },
];

test.describe('a lost style sheet', { tag: ['@catalog', '@cart', '@account', '@admin'] }, () => {
  for (const [path, from] of kinds) {
    const name = `${path}, opened offline, is styled once the network is back, also after back and forward`;
    test(name, { tag: inNpmTest.includes(path) ? [] : ['@more'] }, async ({ site }) => {
      const { page, context } = await site.visit(phone);
      const styled = await stylesWhenOpened(site, page, path);
      // Free times arrive once the page stands.
      const isStyled = () => expect.poll(() => stylesOfPage(page)).toEqual(styled);
      await open(site, page, from);
      await context.setOffline(true);
      await walk(page, path);
      await expect(heading(page, offline)).toBeVisible();
      await context.setOffline(false);
      await isShown(site, page, path);
      await isStyled();

      await page.goBack();
      await isShown(site, page, from);
      await page.goForward();
      await isShown(site, page, path);
      await isStyled();
      await context.close();
    });
  }

  for (const path of ['/my-bookings', '/my-profile', '/admin']) {
    const name = `${path}, opened offline, is never shown without its styles, and heals by itself, by "Try again" and at the next visit`;
    test(name, { tag: inNpmTest.includes(path) ? [] : ['@more'] }, async ({ site }) => {
      const { page, context } = await site.visit(phone);
      if (path === '/admin') await signInAsAdmin(page, site);
      else await bookByCall(site, { accessToken: (await signUpByCall(page, site, newCustomer())).access_token });
      await page.goto(site.url + path);
      await isShown(site, page, path);
      await page.waitForLoadState('networkidle');
      const styled = await stylesOfPage(page);
      // Drawings of these pages come later, in an idle moment: more elements are no fault.
      const lost = async () => {
        const now = await stylesOfPage(page);
        return styled.filter((line) => !now.includes(line));
      };
      const isStyled = () => expect.poll(lost).toEqual([]);
      expect(styled.some((line) => line.includes('| grid |'))).toBe(true);
      const sheets = path === '/admin' ? /\/r\/admin\/.*\.css$/ : /\/r\/account\/.*\.css$/;

      await open(site, page, '/faq');
      await page.waitForLoadState('networkidle'); // who is signed in, and as what, is known
      await context.setOffline(true);
      await walk(page, path);
      await expect(heading(page, offline)).toBeVisible();
      await context.setOffline(false);
      await isShown(site, page, path);
      await isStyled();

      await loseSheets(site, page, { path, sheets }, isStyled);
      await context.close();
    });
  }

  test('a page whose style sheet fails shows a message, and is styled after "Try again" and at the next visit', async ({
    site,
  }) => {
    const { page, context } = await site.visit(phone);
    const styled = await stylesWhenOpened(site, page, '/auth');
    // On a slow machine the address is there before its page: the former page stays until then.
    await loseSheets(site, page, { path: '/auth', sheets: /\/r\/account\/.*\.css$/ }, () =>
      expect.poll(() => stylesOfPage(page)).toEqual(styled),
    );
    await context.close();
  });

  for (const { name, sheets, open: openSlot, root } of slots)
    test(
      `${name} whose style sheet fails shows a message, and is styled after "Try again"`,
      { tag: '@more' },
      async ({ site }) => {
        const shown = async (lost: boolean): Promise<string[]> => {
          const { page, context } = await site.visit(phone);
          if (lost) await page.route(sheets, (route) => route.abort('connectionreset'));
          await openSlot(site, page);
          if (lost) {
            await expect(page.getByText(lostPart).first()).toBeVisible();
            await page.unroute(sheets);
            await page.getByRole('button', { name: 'Try again' }).filter({ visible: true }).last().click();
          }
          await root(page).waitFor();
          await expect.poll(() => root(page).evaluate((one) => getComputedStyle(one).display)).not.toBe('inline');
          const styles = await root(page).evaluate(readStyles);
          await context.close();
          return styles;
        };
        expect(await shown(true)).toEqual(await shown(false));
      },
    );

  test('an altered style sheet is never applied, not even by a retry', async ({ site }) => {
    const { page, context } = await site.visit(phone);
    await open(site, page, '/faq');
    await page.route(/\/r\/account\/.*\.css$/, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: `${await answer.text()}\nh1 { letter-spacing: 9px }` });
    });
    await walk(page, '/auth');
    await expect(heading(page, missing)).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Fault code: account 2')).toBeVisible();
    const spacing = await heading(page).evaluate((element) => getComputedStyle(element).letterSpacing);
    expect(spacing).not.toBe('9px');
    await context.close();
  });
});

async function open(site: TestSite, page: Page, path: string): Promise<void> {
  await page.goto(site.url + path);
  await waitForHydration(page);
}

/** Navigates like a link inside the site. */
async function walk(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/**
 * Loses the sheets of a page twice, and expects a message and no page without styles. `isStyled` is expected of the
 * page that "Try again" shows the first time, and the next visit the second time.
 */
async function loseSheets(
  site: TestSite,
  page: Page,
  { path, sheets }: { path: string; sheets: RegExp },
  isStyled: () => Promise<void>,
): Promise<void> {
  for (const again of ['Try again', 'next visit']) {
    await open(site, page, '/faq');
    await page.route(sheets, (route) => route.abort('connectionreset'));
    await walk(page, path);
    await expect(heading(page, missing)).toBeVisible();
    await page.unroute(sheets);
    if (again === 'Try again') await page.getByRole('button', { name: again }).click();
    else {
      await page.goBack();
      await isShown(site, page, '/faq');
      await walk(page, path);
    }
    await isShown(site, page, path);
    await isStyled();
  }
}

/** Waits until the address is there, and shows a page that is no failure: the former one, until its page has loaded. */
async function isShown(site: TestSite, page: Page, path: string): Promise<void> {
  await page.waitForURL(site.url + path);
  await page.waitForFunction(
    (failures) => {
      const title = document.querySelector('main h1')?.textContent ?? '';
      return title && !failures.includes(title) && !document.querySelector('main[aria-busy]');
    },
    [offline, missing],
  );
}

/** How the page is drawn when its own document contains the styles. */
async function stylesWhenOpened(site: TestSite, page: Page, path: string): Promise<string[]> {
  await open(site, page, path);
  return stylesOfPage(page);
}

/** Style values of every element that only a style sheet sets. */
function stylesOfPage(page: Page): Promise<string[]> {
  return page.evaluate(readStyles, undefined);
}

/** Runs in the page. @param root the page when left out */
function readStyles(root?: Element): string[] {
  const all = root ? [root, ...root.querySelectorAll('*')] : [...document.querySelectorAll('[data-page] *')];
  return all.map((element) => {
    const { display, position, gap, padding, borderStyle, fontSize, listStyleType } = getComputedStyle(element);
    return [element.tagName, display, position, gap, padding, borderStyle, fontSize, listStyleType].join(' | ');
  });
}
