import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildApps } from '../../commands/build-apps.mjs';
import { readLiveRecord } from '../../release/live-record.ts';
import { publishRelease } from '../../release/publish-release.ts';
import { appNames, workspaceOf, type AppName } from '../../release/release-record.ts';
import { checkoutOf } from '../../release/testing/checkout-of-one.ts';
import { makeLive } from '../../release/testing/make-live.ts';
import { bookByCall } from '../book-by-call.ts';
import { joins } from '../joins.ts';
import { heading, toast } from '../locators.ts';
import { openTestSite, type Visitor } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { takenOver } from '../taken-over.ts';

/*
 * Two versions of every app that differ in their sources: the one of this checkout, and one in which each app says
 * something else on a page, and cart and admin in their slots too.
 */
const words = {
  shell: { old: '© 2026 Twostroke, Pune.', new: '© 2026 Twostroke, Pune, India.' },
  catalog: { old: 'Asked every day', new: 'Asked every single day' },
  cart: { old: 'Which bike, which service?', new: 'Which bike and which service?' },
  'cart slot': { old: 'Your cart', new: 'Your own cart' },
  account: { old: 'Sign in with your phone', new: 'Sign in with your own phone' },
  admin: { old: 'Health of the site', new: 'Health of the whole site' },
  'admin slot': { old: "label: 'Open'", new: "label: 'Show'" },
};

const files: Record<keyof typeof words, string> = {
  shell: 'shell/src/layout/site-footer.tsx',
  catalog: 'catalog-mfe/src/pages/faq.tsx',
  cart: 'cart-mfe/src/booking/steps.ts',
  'cart slot': 'cart-mfe/src/features/show-cart/show-cart.tsx',
  account: 'account-mfe/src/features/sign-in/phone-form.tsx',
  admin: 'admin-mfe/src/pages/health.tsx',
  'admin slot': 'admin-mfe/src/slots/admin-alerts.tsx',
};

const site = await openTestSite({ ownReleases: true });
const checkout = checkoutOf(...appNames);
const admin = await site.visit();
after(async () => {
  rmSync(checkout.folder, { recursive: true, force: true });
  await site.close();
});

const versions = { old: readLiveRecord(site.siteFolder)!.apps, new: await buildNew() };

async function buildNew(): Promise<Record<string, string>> {
  for (const [part, { old, new: next }] of Object.entries(words))
    checkout.edit(files[part as keyof typeof words], old, next);
  for (const app of appNames)
    checkout.edit(`${workspaceOf(app)}/package.json`, '"version": "1.0.0"', '"version": "1.1.0"');
  await buildApps({ checkout: checkout.folder, only: appNames.map(workspaceOf) });
  const publish = (app: string) =>
    publishRelease(app, { repository: checkout.folder, siteFolder: site.siteFolder, compress: false });
  return Object.fromEntries(appNames.map((app) => [app, publish(app).version]));
}

const renderedAhead = { catalog: '/faq', cart: '/book-service' };

for (const releases of [
  { shell: 'new', catalog: 'old', cart: 'old', account: 'old', admin: 'old' },
  { shell: 'old', catalog: 'new', cart: 'new', account: 'new', admin: 'new' },
  { shell: 'new', catalog: 'new', cart: 'old', account: 'new', admin: 'old' },
  { shell: 'old', catalog: 'old', cart: 'new', account: 'old', admin: 'new' },
] as const) {
  const said = (part: keyof typeof words): string => words[part][releases[part.split(' ')[0] as AppName]];
  const name = Object.entries(releases).map(([app, release]) => `${release} ${app}`);

  test(name.join(', '), async () => {
    const apps = Object.fromEntries(appNames.map((app) => [app, versions[releases[app]][app]!]));
    await makeLive(site, { apps });
    for (const [remote, path] of Object.entries(renderedAhead)) {
      const html = await (await fetch(site.url + path)).text();
      for (const part of ['shell', remote] as (keyof typeof words)[])
        assert.ok(html.includes(said(part)), `${path} says ${said(part)} before any script runs`);
    }

    const visitor = await site.visit();
    const { page } = visitor;
    await open(page, '/faq', said('catalog'));
    await page.getByText(said('shell')).waitFor();
    await page.getByRole('button', { name: 'Cart, empty' }).click();
    const drawer = page.getByRole('dialog', { name: said('cart slot'), exact: true });
    await drawer.getByRole('button', { name: 'Close cart' }).click();
    await drawer.waitFor({ state: 'hidden' });
    await stays(page, async () => {
      await page.getByRole('link', { name: 'Sign in' }).first().click();
      await heading(page, said('account')).waitFor();
      await toQuestions(page);
    });
    await open(page, '/book-service', said('cart'));
    await stays(page, () => toQuestions(page));
    await open(page, '/auth', said('account'));
    await onlyOf(visitor, apps);
    await visitor.context.close();
  });

  test(`${name.join(', ')}: an admin`, async () => {
    const { page } = admin;
    if (page.url() === 'about:blank') await signInAsAdmin(page, site);
    await page.goto('about:blank'); // the document of the mix before asks for nothing any more
    admin.requests.length = 0;
    const joined = joins(page);
    await page.goto(`${site.url}/admin/health`);
    await heading(page, said('admin')).waitFor();
    await joined;
    await stays(page, async () => {
      await toQuestions(page);
      await bookByCall(site);
      const label = said('admin slot').slice("label: '".length, -1);
      await toast(page, 'New Booking').getByRole('button', { name: label, exact: true }).waitFor();
    });
    await onlyOf(admin, Object.fromEntries(appNames.map((app) => [app, versions[releases[app]][app]!])));
  });

  async function toQuestions(page: Page): Promise<void> {
    await page.getByRole('contentinfo').getByRole('link', { name: 'Questions and answers' }).click();
    await heading(page, said('catalog')).waitFor();
  }
}

/** Opens a page as one comes from elsewhere: it is taken over as it stands. */
async function open(page: Page, path: string, title: string): Promise<void> {
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

/** Not a word on the console, and no file of another version than the live one. */
async function onlyOf({ requests, complaints }: Visitor, apps: Record<string, string>): Promise<void> {
  assert.deepEqual(complaints, []);
  for (const [app, version] of Object.entries(apps))
    for (const address of requests.filter((each) => each.includes(`/r/${app}/`)))
      assert.ok(address.includes(`/r/${app}/${version}/`), address);
}
