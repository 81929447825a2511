import type { Page } from 'playwright-core';
import { storageKeys } from '@twostroke/shared/state';
import { candidateOf } from '../../../site/record/fit/candidate.ts';
import { fitErrors } from '../../../site/record/fit/fit.ts';
import { manifestGate } from '../../../release/gates/manifest.ts';
import { readRelease, type ReleaseRecord } from '../../../site/record/release-record.ts';
import { makeLive } from '../../../release/testing/make-live.ts';
import {
  appNames,
  newExport,
  newPage,
  publishNextVersions,
  words,
  type Part,
  type Release,
} from '../adjacent-versions.ts';
import {
  answerBookingSteps,
  classicGeneralService,
  confirmBooking,
  packageTotal,
  takeWarrantyAndBook,
} from '../book-by-page.ts';
import { openQuestions } from '../open-questions.ts';
import { waitForSubscription } from '../wait-for-subscription.ts';
import { cartButton, heading, toast } from '../locators.ts';
import { desktop, type Visitor, type TestSite } from '../open-test-site.ts';
import { signInAsAdmin, signInByPhone } from '../sign-in.ts';
import { waitForHydration } from '../wait-for-hydration.ts';
import { everyRemote, remotes } from '../remotes.ts';
import { expect, test } from '../fixtures/test.ts';

/*
 * Any two apps run together in all four combinations of old and new: for five apps six mixes are the minimum. In
 * each a guest books to the end and finds the booking in the account, and the workshop sees it. `npm test` takes the
 * first two, where the shell is on the one side and all remotes on the other.
 */
const shellIsNewIn = [0, 2, 4];
/** The two mixes besides the second in which each remote is new. No other two meet the shell in every combination. */
const remoteIsNewIn = [
  [2, 3],
  [2, 4],
  [2, 5],
  [3, 4],
  [4, 5],
];
const mixes = Array.from({ length: 6 }, (_, mix) =>
  Object.fromEntries(appNames.map((app) => [app, releaseIn(app, mix)])),
);

function releaseIn(app: string, mix: number): Release {
  const isNewIn = app === 'shell' ? shellIsNewIn : [1, ...(remoteIsNewIn[remotes.indexOf(app)] ?? [])];
  return isNewIn.includes(mix) ? 'new' : 'old';
}

let site: TestSite;
let versions: Awaited<ReturnType<typeof publishNextVersions>>;
/** The workshop's browser, open through all mixes. */
let admin: Visitor;
/** Browser storage that one mix passes to the next: a cart that other versions filled. */
let keptCart: Awaited<ReturnType<typeof fillCart>> | undefined;

test.describe('old and new versions of apps', { tag: [...everyRemote, '@flow'] }, () => {
  test.beforeAll(async ({ openSite }, { file }) => {
    site = await openSite(file, { ownReleases: true });
    versions = await publishNextVersions(site.siteFolder);
    admin = await site.visit();
  });
  test.afterAll(() => admin.context.close());

  test('the mixes contain every pair of apps as old and old, old and new, new and old, new and new', () => {
    for (const one of appNames)
      for (const other of appNames.filter((app) => app > one)) {
        const met = new Set(mixes.map((releases) => `${releases[one]} ${one}, ${releases[other]} ${other}`));
        expect(met.size, [...met].join('; ')).toBe(4);
      }
  });

  test('the two versions of each app differ, and the later ones offer more', () => {
    const release = (app: string, which: Release) => readRelease(site.siteFolder, app, versions[which][app]!);
    const first = ({ shell, remote, integrity }: ReleaseRecord) => integrity[remote?.entry ?? shell!.js[0]!];
    for (const app of appNames) expect(first(release(app, 'old')), app).not.toBe(first(release(app, 'new')));
    const offers = (which: Release) => ({
      page: release('catalog', which).remote!.manifest.routes.some(({ path }) => path === newPage),
      export: release('shell', which).sharedNames!['@twostroke/shared/state']!.includes(newExport),
    });
    expect(offers('old')).toEqual({ page: false, export: false });
    expect(offers('new')).toEqual({ page: true, export: true });
  });

  for (const releases of mixes) {
    const said = (part: Part): string => words[part][releases[part.split(' ')[0]!]!];
    const liveApps = (): Record<string, string> =>
      Object.fromEntries(appNames.map((app) => [app, versions[releases[app]!][app]!]));

    const name = appNames.map((app) => `${releases[app]} ${app}`).join(', ');

    test(name, { tag: mixes.indexOf(releases) < 2 ? [] : ['@more'] }, async () => {
      const apps = liveApps();
      expect(rejectionsOf(apps), 'no gate rejects it').toEqual([]);
      await makeLive(site, { apps });
      await saysBeforeScriptsRun('/faq', 'shell', 'catalog');
      await saysBeforeScriptsRun('/book-service', 'cart');
      expect((await fetch(site.url + newPage)).status).toBe(releases.catalog === 'new' ? 200 : 404);

      keptCart ??= await fillCart(await site.visit());
      const guest = await site.visit(desktop, { storageState: keptCart });
      await lookAround(guest.page);
      await adminListens();
      const { id } = await bookAsGuest(guest.page);
      const number = id.slice(0, 8);
      await Promise.all([adminSees(number), findInAccount(guest.page, number)]); // the alert stays for five seconds
      keptCart = await fillCart(guest);
      for (const { requests, complaints } of [guest, admin]) {
        expect(complaints, 'the console, a failed hydration included').toEqual([]);
        onlyOf(requests);
      }
      await guest.context.close();
    });

    async function saysBeforeScriptsRun(path: string, ...parts: Part[]): Promise<void> {
      const html = await (await fetch(site.url + path)).text();
      for (const part of parts) expect(html, `${path} says ${said(part)}`).toContain(said(part));
    }

    /** Opens some pages, and the cart that the former mix has filled. */
    async function lookAround(page: Page): Promise<void> {
      await open(page, '/faq', said('catalog'));
      await expect(page.getByText(said('shell'))).toBeVisible();
      await cartButton(page, 2).click();
      const drawer = page.getByRole('dialog', { name: said('cart slot'), exact: true });
      await expect(drawer.getByText('General Service').first()).toBeVisible();
      await drawer.getByRole('button', { name: 'Close cart' }).click();
      await expect(drawer).toBeHidden();
    }

    async function bookAsGuest(page: Page): Promise<{ id: string }> {
      await open(page, '/book-service?step=services', said('cart'));
      await open(page, '/book-service', 'Where and when?');
      await answerBookingSteps(page, { name: 'Ravi Deshpande', phone: phoneOf(releases) });
      const booked = await confirmBooking(page);
      await page.waitForURL('**/book-service#manage=*');
      await expect(page.getByText(booked.id.slice(0, 8)).first()).toBeVisible();
      await expect(page.getByText(packageTotal).first()).toBeVisible();
      return booked;
    }

    /** In the same document: after signing in by phone, the account shows the guest booking of that number. */
    async function findInAccount(page: Page, number: string): Promise<void> {
      await stays(page, async () => {
        await page.getByRole('link', { name: 'Sign in' }).first().click();
        await expect(heading(page, said('account'))).toBeVisible();
        await signInByPhone(page, site, phoneOf(releases));
        await page.getByRole('link', { name: 'My bookings' }).first().click();
        await expect(heading(page, 'My bookings')).toBeVisible();
        await expect(page.getByText(number).first()).toBeVisible();
      });
      await page.reload();
      await expect(page.getByText(number).first()).toBeVisible();
    }

    async function adminListens(): Promise<void> {
      const { page } = admin;
      if (page.url() === 'about:blank') await signInAsAdmin(page, site);
      await page.goto('about:blank'); // ends the requests of the former mix's document
      admin.requests.length = 0;
      const joined = waitForSubscription(page);
      await page.goto(`${site.url}/admin?view=health`);
      await expect(heading(page, said('admin'))).toBeVisible();
      await joined;
      await stays(page, async () => {
        await openQuestions(page);
        await expect(heading(page, said('catalog'))).toBeVisible();
      });
    }

    async function adminSees(number: string): Promise<void> {
      const { page } = admin;
      await stays(page, async () => {
        const alert = toast(page, `#${number}`);
        await alert.getByRole('button', { name: said('admin slot'), exact: true }).click();
        const sheet = page.getByRole('dialog', { name: `Booking ${number}` });
        await expect(sheet.getByText('Ravi Deshpande')).toBeVisible();
      });
    }

    function onlyOf(requests: string[]): void {
      for (const [app, version] of Object.entries(liveApps()))
        for (const address of requests.filter((each) => each.includes(`/r/${app}/`)))
          expect(address, `${address} is of the live version`).toContain(`/r/${app}/${version}/`);
    }
  }
});

/** The release tool's objections to a set of versions, with each app as the one released last. */
function rejectionsOf(apps: Record<string, string>): string[] {
  return appNames.flatMap((app) => {
    const release = readRelease(site.siteFolder, app, apps[app]!);
    const candidate = candidateOf(site.siteFolder, release, { apps, canary: null });
    return [...manifestGate(candidate), ...fitErrors(candidate)];
  });
}

/** Each mix has its own guest and phone number. */
function phoneOf(releases: (typeof mixes)[number]): string {
  return `98220 7000${mixes.indexOf(releases)}`;
}

/**
 * Puts General Service with the longer warranty into the cart.
 * @returns only the browser storage of the cart
 */
async function fillCart({ page, context }: Visitor) {
  await open(page, classicGeneralService, /General Service/);
  await takeWarrantyAndBook(page);
  await expect(cartButton(page, 2)).toBeVisible();
  const { origins } = await context.storageState();
  const isCart = ({ name }: { name: string }) => Object.values<string>(storageKeys).includes(name);
  const kept = origins.map(({ origin, localStorage }) => ({ origin, localStorage: localStorage.filter(isCart) }));
  return { cookies: [], origins: kept };
}

/** Opens a page by its address and waits until it is hydrated. */
async function open(page: Page, path: string, title: string | RegExp): Promise<void> {
  await page.goto(site.url + path);
  await waitForHydration(page);
  await expect(heading(page, title)).toBeVisible();
}

/** Asserts that `work` navigates without loading a new document. */
async function stays(page: Page, work: () => Promise<void>): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-same', 'yes'));
  await work();
  expect(await page.locator('html[data-same]').count(), 'the same document').toBe(1);
}
