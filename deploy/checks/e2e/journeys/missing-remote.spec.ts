import { matchRoutes } from '@twostroke/shared/router';
import type { Route } from 'playwright-core';
import { blockRemote, type Fault } from '../block-remote.ts';
import { addToCart, bookAsGuest, classicGeneralService, packageTotal, putServiceIntoCart } from '../book-by-page.ts';
import { cartButton, cartDrawer, heading } from '../locators.ts';
import { desktop } from '../open-test-site.ts';
import { remotePages } from '../remote-pages.ts';
import { onePageOfEachKind, privateRoutes } from '../routes.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { switchOffRemote } from '../switch-off-remote.ts';
import { saveData } from '../save-data.ts';
import { waitForHydration } from '../wait-for-hydration.ts';
import { everyRemote, manifests } from '../remotes.ts';
import { expect, test } from '../fixtures/test.ts';

const fallback = 'This part is not available';
/** Each fault once; `npm run test:all` adds the other pairs, and the drill further faults. */
const inNpmTest: Record<string, Fault> = { catalog: 'missing', cart: 'html', account: 'hanging' };

/** The remote whose manifest has the route of a path. */
const ownerOf = (path: string): string | undefined =>
  manifests.find(({ routes }) =>
    matchRoutes(
      routes.map((route) => ({ path: route.path })),
      path.split('?')[0]!,
    ),
  )?.name;

test.describe('a remote that is missing', { tag: everyRemote }, () => {
  for (const { remote, path, access, frame, title, otherTitle, leave, ahead } of remotePages)
    for (const fault of ['missing', 'html', 'hanging'] as const) {
      const tag = fault === inNpmTest[remote] ? [] : ['@more'];
      const name = `the ${remote} remote's entry is ${fault}: its page says so, the rest works, and it recovers`;
      test(name, { tag }, async ({ site }) => {
        const { page, context } = await site.visit(desktop);
        if (access !== 'public') await signInAsAdmin(page, site);
        await putServiceIntoCart(page, site.url);
        const unblock = await blockRemote(page, remote, fault);
        await page.goto(site.url + path, { waitUntil: 'commit' });
        // Within 8 s, as the drill reports; the limit leaves room for a busy machine.
        await expect(page.getByRole('heading', { name: fallback })).toBeVisible({ timeout: 15_000 });
        if (ahead) await expect(heading(page, title)).toBeVisible();
        // Nothing waits for the part that is missing.
        await expect(page.locator('[data-page] [role=status]')).toHaveCount(0);
        // A tool has no footer and no cart in its frame, and its users are the shop.
        const ofShop = frame === 'tool' ? 0 : 1;
        await expect(page.getByRole('link', { name: 'Call 90000 00010' })).toHaveCount(ofShop);
        await expect(page.getByRole('contentinfo').getByRole('link', { name: 'About' })).toHaveCount(ofShop);
        await expect(cartButton(page, 1)).toHaveCount(ofShop);
        const safe = frame === 'tool' ? 'What you saved is safe' : 'your cart is safe: 1 item, ₹1,699';
        await expect(page.getByText(safe)).toBeVisible();

        await leave(page);
        await expect(heading(page, otherTitle)).toBeVisible();
        await expect(cartButton(page, 1)).toBeVisible();
        expect(await page.locator('title').count(), 'nothing of the former page in the head').toBe(1);
        await page.goBack();
        await expect(heading(page, fallback)).toBeVisible();

        await unblock();
        await page.getByRole('button', { name: 'Try again' }).click();
        await expect(heading(page, title)).toBeVisible();
        await expect(cartButton(page, 1)).toHaveCount(ofShop);
        await context.close();
      });
    }

  for (const { name: remote, routes } of manifests)
    test(
      `every page of ${remote} says that it is switched off, in its frame and with its styles`,
      {
        tag: '@more',
      },
      async ({ site }) => {
        const { page, context } = await site.visit(desktop);
        if (routes.some(({ access }) => access !== 'public')) await signInAsAdmin(page, site);
        await switchOffRemote(page, site.url, remote);
        const pages = [...onePageOfEachKind, '/auth', ...privateRoutes].filter((path) => ownerOf(path) === remote);
        expect(pages.length).toBeGreaterThanOrEqual(routes.length);
        for (const path of pages) {
          await page.goto(site.url + path);
          await expect(heading(page), path).toHaveText('This part is closed for the moment');
          const panel = page.getByRole('main').getByRole('alert');
          await expect(panel).toContainText(
            remote === 'admin' ? 'What you saved is safe' : 'Your bookings are safe with us',
          );
          await expect(panel).toHaveCSS('border-style', 'solid');
          await expect(panel.getByRole('link', { name: 'Call 90000 00010' })).toHaveCount(remote === 'admin' ? 0 : 1);
          await expect(page.getByRole('banner')).toBeVisible();
        }
        await context.close();
      },
    );

  test('without the cart remote the drawer shows a message and keeps its items', async ({ site }) => {
    const { page } = await site.visit(desktop);
    const unblock = await blockRemote(page, 'cart', 'missing');
    await page.goto(site.url + classicGeneralService);
    await addToCart(page);
    await expect(cartDrawer(page).getByText(fallback)).toBeVisible();
    await unblock();
    await cartDrawer(page).getByRole('button', { name: 'Try again' }).click();
    await expect(cartDrawer(page).getByText('General Service').first()).toBeVisible();
    await expect(cartDrawer(page).getByText('₹1,699').first()).toBeVisible();
  });

  test('without the account remote a new booking shows its receipt and the phone number', async ({ site }) => {
    const { page, context } = await site.visit(desktop);
    const unblock = await blockRemote(page, 'account', 'missing');
    const { id } = await bookAsGuest(page, site.url);
    await expect(heading(page, /^Booked\. See you on/)).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByText('We could not load the rest of this page')).toBeVisible();
    await expect(main.getByText(`No. ${id.slice(0, 8)}`)).toBeVisible();
    await expect(main.getByText(packageTotal)).toBeVisible();
    await expect(main.getByRole('link', { name: 'Call 90000 00010' })).toBeVisible();
    await unblock();
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(main.getByRole('button', { name: 'Move', exact: true })).toBeVisible();
    await context.close();
  });

  test('a form whose file hangs: the page shows the phone number, and the styled form when it loads', async ({
    site,
  }) => {
    const { page, context } = await site.visit(desktop);
    await saveData(page); // only files of the form are requested
    await page.goto(site.url);
    await waitForHydration(page);
    const held: Route[] = [];
    await page.route(/\/r\/catalog\//, (route) => void held.push(route));
    await page.getByLabel('Check your PIN').fill('110001');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The form could not be loaded. Call 90000 00010 instead.')).toBeVisible();
    expect(
      held.map((route) => new URL(route.request().url()).pathname.split('.').at(-1)),
      "its styles loaded with the page's, with the same integrity check",
    ).toEqual(['js']);
    for (const route of held) await route.continue();
    await expect(page.getByRole('button', { name: 'Tell me when you come' })).toBeVisible();
    await context.close();
  });

  test('an altered entry never runs, not even after a retry', async ({ site }) => {
    const { page } = await site.visit(desktop);
    await page.route(/\/r\/account\/[^/]+\/remoteEntry\./, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: `${await answer.text()}\nglobalThis.wasAltered = true;` });
    });
    await page.goto(`${site.url}/auth`, { waitUntil: 'commit' });
    await expect(heading(page, fallback)).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Fault code: account 2')).toBeVisible();
    expect(await page.evaluate(() => 'wasAltered' in globalThis)).toBe(false);
  });
});
