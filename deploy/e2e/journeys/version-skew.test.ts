import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { storageKeys } from '@twostroke/shared/state';
import { candidateOf } from '../../release/gates/candidate.ts';
import { fitFaults } from '../../release/gates/fit.ts';
import { manifestGate } from '../../release/gates/manifest.ts';
import { appNames, readRelease, type AppName, type ReleaseRecord } from '../../release/release-record.ts';
import { makeLive } from '../../release/testing/make-live.ts';
import { newExport, newPage, publishNextVersions, words, type Part, type Release } from '../adjacent-versions.ts';
import {
  answerBookingSteps,
  classicGeneralService,
  confirmBooking,
  packageTotal,
  takeWarrantyAndBook,
} from '../book-by-page.ts';
import { joins } from '../joins.ts';
import { cartButton, heading, toast } from '../locators.ts';
import { desktop, openTestSite, type Visitor } from '../open-test-site.ts';
import { signInAsAdmin, signInByPhone } from '../sign-in.ts';
import { takenOver } from '../taken-over.ts';

/*
 * Any two of the five apps meet in all four ways of old and new: six mixes are enough for that, and fewer are not. In
 * each a guest books to the end, finds the booking in his account, and the workshop sees it.
 */
const newInMix: AppName[][] = [
  ['shell'],
  ['catalog', 'cart', 'account', 'admin'],
  ['shell', 'catalog', 'cart', 'account'],
  ['catalog', 'admin'],
  ['shell', 'cart', 'admin'],
  ['account'],
];
const mixes = newInMix.map(
  (isNew) =>
    Object.fromEntries(appNames.map((app) => [app, isNew.includes(app) ? 'new' : 'old'])) as Record<AppName, Release>,
);

const site = await openTestSite({ ownReleases: true });
after(() => site.close());
const versions = await publishNextVersions(site.siteFolder);
const admin = await site.visit();
/** What the browser of the guest of one mix keeps for the guest of the next: a cart that other versions filled. */
let keptCart: Awaited<ReturnType<typeof fillCart>> | undefined;

test('any two apps meet as old and old, old and new, new and old, new and new', () => {
  for (const one of appNames)
    for (const other of appNames.filter((app) => app > one)) {
      const met = new Set(mixes.map((releases) => `${releases[one]} ${one}, ${releases[other]} ${other}`));
      assert.equal(met.size, 4, [...met].join('; '));
    }
});

test('the two versions of each app differ, and the later ones offer more', () => {
  const release = (app: AppName, which: Release) => readRelease(site.siteFolder, app, versions[which][app]);
  const first = ({ shell, remote, integrity }: ReleaseRecord) => integrity[remote?.entry ?? shell!.js[0]!];
  for (const app of appNames) assert.notEqual(first(release(app, 'old')), first(release(app, 'new')), app);
  const offers = (which: Release) => ({
    page: release('catalog', which).remote!.manifest.routes.some(({ path }) => path === newPage),
    export: release('shell', which).sharedNames!['@twostroke/shared/state']!.includes(newExport),
  });
  assert.deepEqual(offers('old'), { page: false, export: false });
  assert.deepEqual(offers('new'), { page: true, export: true });
});

for (const releases of mixes) {
  const said = (part: Part): string => words[part][releases[part.split(' ')[0] as AppName]];
  const apps = Object.fromEntries(appNames.map((app) => [app, versions[releases[app]][app]])) as Record<
    AppName,
    string
  >;

  const name = appNames.map((app) => `${releases[app]} ${app}`).join(', ');

  test(name, async () => {
    assert.deepEqual(refusalsOf(apps), [], 'no gate would refuse it');
    await makeLive(site, { apps });
    await saysBeforeScriptsRun('/faq', 'shell', 'catalog');
    await saysBeforeScriptsRun('/book-service', 'shell', 'cart');
    assert.equal((await fetch(site.url + newPage)).status, releases.catalog === 'new' ? 200 : 404);

    keptCart ??= await fillCart(await site.visit());
    const guest = await site.visit(desktop, { storageState: keptCart });
    await lookAround(guest.page);
    await adminListens();
    const { id } = await bookAsGuest(guest.page);
    const number = id.slice(0, 8);
    await Promise.all([adminSees(number), findInAccount(guest.page, number)]); // the alert stays for five seconds
    keptCart = await fillCart(guest);
    for (const { requests, complaints } of [guest, admin]) {
      assert.deepEqual(complaints, [], 'the console, a failed hydration included');
      onlyOf(requests);
    }
    await guest.context.close();
  });

  async function saysBeforeScriptsRun(path: string, ...parts: Part[]): Promise<void> {
    const html = await (await fetch(site.url + path)).text();
    for (const part of parts) assert.ok(html.includes(said(part)), `${path} says ${said(part)}`);
  }

  /** From page to page, and into the cart that the mix before has left. */
  async function lookAround(page: Page): Promise<void> {
    await open(page, '/faq', said('catalog'));
    await page.getByText(said('shell')).waitFor();
    await cartButton(page, 2).click();
    const drawer = page.getByRole('dialog', { name: said('cart slot'), exact: true });
    await drawer.getByText('General Service').first().waitFor();
    await drawer.getByRole('button', { name: 'Close cart' }).click();
    await drawer.waitFor({ state: 'hidden' });
  }

  async function bookAsGuest(page: Page): Promise<{ id: string }> {
    await open(page, '/book-service', said('cart'));
    await answerBookingSteps(page, { name: 'Ravi Deshpande', phone: phoneOf(releases) });
    const booked = await confirmBooking(page);
    await page.waitForURL('**/book-service#manage=*');
    await page.getByText(booked.id.slice(0, 8)).first().waitFor();
    await page.getByText(packageTotal).first().waitFor();
    return booked;
  }

  /** In the same document: who proves the phone finds what he booked with it as a guest. */
  async function findInAccount(page: Page, number: string): Promise<void> {
    await stays(page, async () => {
      await page.getByRole('link', { name: 'Sign in' }).first().click();
      await heading(page, said('account')).waitFor();
      await signInByPhone(page, site, phoneOf(releases));
      await page.getByRole('link', { name: 'My bookings' }).first().click();
      await heading(page, 'My bookings').waitFor();
      await page.getByText(number).first().waitFor();
    });
    await page.reload();
    await page.getByText(number).first().waitFor();
  }

  async function adminListens(): Promise<void> {
    const { page } = admin;
    if (page.url() === 'about:blank') await signInAsAdmin(page, site);
    await page.goto('about:blank'); // the document of the mix before asks for nothing any more
    admin.requests.length = 0;
    const joined = joins(page);
    await page.goto(`${site.url}/admin/health`);
    await heading(page, said('admin')).waitFor();
    await joined;
    await stays(page, async () => {
      await page.getByRole('contentinfo').getByRole('link', { name: 'Questions and answers' }).click();
      await heading(page, said('catalog')).waitFor();
    });
  }

  async function adminSees(number: string): Promise<void> {
    const { page } = admin;
    await stays(page, async () => {
      const alert = toast(page, `#${number}`);
      await alert.getByRole('button', { name: said('admin slot'), exact: true }).click();
      const sheet = page.getByRole('dialog', { name: `Booking ${number}` });
      await sheet.getByText('Ravi Deshpande').waitFor();
    });
  }

  function onlyOf(requests: string[]): void {
    for (const [app, version] of Object.entries(apps))
      for (const address of requests.filter((each) => each.includes(`/r/${app}/`)))
        assert.ok(address.includes(`/r/${app}/${version}/`), `${address} is of the live version`);
  }
}

/** What the release tool has against a set of versions: each app of it is looked at as if it came last. */
function refusalsOf(apps: Record<AppName, string>): string[] {
  return appNames.flatMap((app) => {
    const release = readRelease(site.siteFolder, app, apps[app]);
    const candidate = candidateOf(site.siteFolder, release, { apps, canary: null });
    return [...manifestGate(candidate), ...fitFaults(candidate)];
  });
}

/** A telephone of its own for the guest of each mix. */
function phoneOf(releases: (typeof mixes)[number]): string {
  return `98220 7000${mixes.indexOf(releases)}`;
}

/**
 * Puts General Service with the longer warranty into the cart.
 * @returns what a browser keeps of it, and nothing else
 */
async function fillCart({ page, context }: Visitor) {
  await open(page, classicGeneralService, /General Service/);
  await takeWarrantyAndBook(page);
  await cartButton(page, 2).waitFor();
  const { origins } = await context.storageState();
  const isCart = ({ name }: { name: string }) => Object.values<string>(storageKeys).includes(name);
  const kept = origins.map(({ origin, localStorage }) => ({ origin, localStorage: localStorage.filter(isCart) }));
  return { cookies: [], origins: kept };
}

/** Opens a page as one comes from elsewhere: it is taken over as it stands. */
async function open(page: Page, path: string, title: string | RegExp): Promise<void> {
  await page.goto(site.url + path);
  await takenOver(page);
  await heading(page, title).waitFor();
}

/** What is done goes from page to page without a new document. */
async function stays(page: Page, work: () => Promise<void>): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-same', 'yes'));
  await work();
  assert.equal(await page.locator('html[data-same]').count(), 1, 'the same document');
}
