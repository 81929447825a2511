import type { Page } from 'playwright-core';
import { bookByCall, type BookingByCall } from '../book-by-call.ts';
import { classicGeneralService, putServiceIntoCart } from '../book-by-page.ts';
import { emptyColumns } from '../empty-columns.ts';
import { coveredByTopButton } from '../under-top-button.ts';
import { heading } from '../locators.ts';
import { lookInNewTab } from '../look-in-new-tab.ts';
import { onePageOfEachKind, privateRoutes } from '../routes.ts';
import { phone, type TestSite } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { smallTargets } from '../small-targets.ts';
import { waitForHydration } from '../wait-for-hydration.ts';
import { everyRemote } from '../remotes.ts';
import { expect, test } from '../fixtures/test.ts';

/** The home page on a phone, in px: about eight screens. */
const longestHome = 7000;

/** The footer on a phone with its lists folded, in px: it is never half of the screen. */
const highestFooter = 360;

/** A check of an open page. @returns what is wrong, one line each; null when the page is no longer drawn */
type Check = (page: Page) => Promise<string[] | null>;

/** Pages that one person opens, one after the other. */
interface Walk {
  name: string;
  /** For `npm run test:all` alone. */
  more?: boolean;
  /** @returns addresses of pages */
  come: (page: Page, site: TestSite) => Promise<string[]>;
  /** The least size of what is pressed in the page on a phone, in px; 44 where it is left out. */
  target?: number;
  /** Shows what an open page hides at first. */
  unfold?: (page: Page) => Promise<void>;
}

const onePageOfEachLayout = [
  '/',
  '/services',
  '/location/kondhwa',
  classicGeneralService,
  '/blog/chain-care-10-minutes',
];

const walks: Walk[] = [
  { name: 'pages for everybody', come: () => Promise.resolve(onePageOfEachLayout) },
  {
    name: 'the other pages for everybody',
    more: true,
    come: () => Promise.resolve(onePageOfEachKind.filter((path) => !onePageOfEachLayout.includes(path))),
  },
  {
    name: 'pages of a guest',
    more: true,
    async come(page, site) {
      const { manage_token } = await bookByCall(site);
      await putServiceIntoCart(page, site.url);
      const ownPages = ['/book-service', '/book-service?step=services', `/book-service#manage=${manage_token}`];
      return ['/auth', '/auth?way=sign-up', '/no-such-page', ...ownPages];
    },
  },
  {
    // `accessibility` looks at the sizes of each state of the workshop.
    name: 'pages of an admin',
    more: true,
    async come(page, site) {
      const { id } = await bookByCall(site);
      await signInAsAdmin(page, site);
      return [...privateRoutes, `/admin?booking=${id}`];
    },
  },
  {
    // `accessibility` looks at the sizes of each state of the floor.
    name: 'pages of the floor',
    more: true,
    target: 48, // a gloved thumb
    unfold: (page) =>
      page.evaluate(() => {
        for (const each of document.querySelectorAll('main details')) each.setAttribute('open', '');
      }),
    async come(page, site) {
      const jobs = [];
      for (const status of floorStatuses) jobs.push(await bringJob(site, status));
      await signInAsAdmin(page, site);
      return ['/admin?view=floor', ...jobs.map(({ id }) => `/admin?view=floor&job=${id}`)];
    },
  },
];

/** Each has a page of its own: check-in, inspection, job card, quality check, finish, handed over. */
const floorStatuses = ['assigned', 'inspecting', 'in_service', 'quality_check', 'ready', 'completed'];

/** A job of today in this status. Its first point is due now: photos are taken of it. */
async function bringJob(site: TestSite, status: string): Promise<BookingByCall> {
  const booked = await bookByCall(site);
  const { sql } = site.backend;
  await sql`
    update service_bookings set status = 'inspecting', mechanic = 'Ganesh Shinde', booking_date = private.today(),
      ready_date = private.today()
    where id = ${booked.id}`;
  await sql`
    select private.write_inspection(b), private.write_checklist(b) from service_bookings b where b.id = ${booked.id}`;
  await sql`update booking_inspection set state = 'due_now', marked_at = now() where booking_id = ${booked.id} and position = 1`;
  await sql`
    update service_bookings set status = ${status}, closed_at = ${status === 'completed' ? new Date() : null}
    where id = ${booked.id}`;
  return booked;
}

test.describe('reach', { tag: everyRemote }, () => {
  for (const walk of walks) {
    const rule = `the button to the top covers nothing, and everything that is pressed is ${walk.target ?? 44} px large`;
    test(`${walk.name}: ${rule}`, { tag: walk.more ? '@more' : [] }, async ({ site }) => {
      await walkPages(site, walk, [phone.width]);
    });

    test(`${walk.name}: the same at other widths`, { tag: '@more' }, async ({ site }) => {
      test.slow();
      await walkPages(site, walk, [320, 768, 1280]);
    });
  }

  test('the header does not change its boxes when a bike is chosen', async ({ site }) => {
    const { page } = await site.visit(phone);
    await page.goto(`${site.url}/faq`);
    await waitForHydration(page);
    const boxes = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('header, header :is(a, button, svg)')]
          .filter((one) => one.checkVisibility() && !one.closest('nav, dialog'))
          .filter((one) => !one.parentElement?.closest('svg'))
          .map((one) => one.getBoundingClientRect())
          .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')),
      );
    const widths = [320, 360, phone.width];
    const before = [];
    for (const width of widths) {
      await page.setViewportSize({ ...phone, width });
      await expect(page.getByRole('link', { name: 'Choose your bike' })).toBeVisible();
      before.push(await boxes());
    }
    await putServiceIntoCart(page, site.url);
    await page.goto(`${site.url}/faq`);
    await waitForHydration(page);
    for (const [at, width] of widths.entries()) {
      await page.setViewportSize({ ...phone, width });
      await expect(page.getByRole('button', { name: 'Your bike: Classic 350. Change' })).toBeVisible();
      expect(await boxes(), `at ${width} px`).toEqual(before[at]);
    }
  });

  test('the home page is about eight screens long on a phone, and its footer less than half of one', async ({
    site,
  }) => {
    const { page, context } = await site.visit(phone);
    await page.goto(site.url, { waitUntil: 'networkidle' });
    // Sections outside of the window have no layout until then.
    await page.evaluate(() => document.documentElement.removeAttribute('data-as-served'));
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(longestHome);
    const footer = await page.getByRole('contentinfo').boundingBox();
    expect(footer!.height).toBeLessThanOrEqual(highestFooter);
    await context.close();
  });
});

/** Opens each page of a walk and checks it at each width. */
async function walkPages(site: TestSite, { come, target, unfold }: Walk, widths: number[]): Promise<void> {
  const isPhone = (tab: Page): boolean => tab.viewportSize()!.width <= phone.width;
  const checks = [
    coveredByTopButton,
    (tab: Page) => smallTargets(tab, isPhone(tab) ? target : undefined),
    emptyColumns,
  ];
  const { page, context } = await site.visit(phone, { reducedMotion: 'reduce' });
  for (const path of await come(page, site)) {
    const found = await lookInNewTab(context, site.url + path, async (tab) => {
      await tab.waitForLoadState('networkidle');
      await heading(tab).first().waitFor();
      await unfold?.(tab);
      return checkAtWidths(tab, widths, checks);
    });
    expect.soft(found, path).toEqual([]);
  }
}

/** @returns what is wrong, with the width; null when the page is no longer drawn */
async function checkAtWidths(page: Page, widths: number[], checks: Check[]): Promise<string[] | null> {
  const all: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ ...phone, width });
    await page.waitForFunction((to) => innerWidth === to, width); // else the page may be resized while it is scrolled
    for (const check of checks) {
      const found = await check(page);
      if (!found) return null;
      all.push(...found.map((what) => `${width} px: ${what}`));
    }
  }
  return all;
}
