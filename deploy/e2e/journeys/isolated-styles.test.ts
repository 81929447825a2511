import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { candidateOf } from '../../release/gates/candidate.ts';
import { scopedStylesGate } from '../../release/gates/scoped-styles.ts';
import { readLiveRecord } from '../../release/live-record.ts';
import { publicFolder } from '../../release/release-record.ts';
import { makeLive } from '../../release/testing/make-live.ts';
import { buildSyntheticRemote } from '../../release/testing/synthetic-remote.ts';
import { putServiceIntoCart } from '../book-by-page.ts';
import { addSheets, computedStyles, differences } from '../computed-styles.ts';
import { walkTo } from '../leak-watch.ts';
import { cartButton, cartDrawer, heading } from '../locators.ts';
import { desktop, openTestSite } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { takenOver } from '../taken-over.ts';

const site = await openTestSite({ ownReleases: true });
const { apps } = readLiveRecord(site.siteFolder)!;
after(() => site.close());

/** One address of every page of every remote. */
const pages: Record<string, string[]> = {
  catalog: [
    '/',
    '/services',
    '/services/category/brakes',
    '/services/oil-change',
    '/services/royal-enfield/classic-350/general-service',
    '/bikes',
    '/bikes/royal-enfield/classic-350',
    '/brands/royal-enfield',
    '/location/kondhwa',
    '/blog',
    '/blog/chain-care-10-minutes',
    '/contact',
    '/faq',
    '/about',
    '/reviews',
    '/install',
  ],
  cart: ['/book-service'],
  account: ['/auth?way=sign-up', '/my-bookings', '/my-profile'],
  admin: ['/admin', '/admin/health'],
};
const remotes = Object.keys(pages);

/** Addresses of all style sheets of a remote's live version. */
function sheetsOf(remote: string): string[] {
  const folder = publicFolder(site.siteFolder, remote, apps[remote]!);
  const files = readdirSync(folder).filter((file) => file.endsWith('.css'));
  assert.ok(files.length > 0, `${remote} has style sheets`);
  return files.map((file) => `/r/${remote}/${apps[remote]}/${file}`);
}

const reader = await site.visit(desktop, { reducedMotion: 'reduce' });
await signInAsAdmin(reader.page, site);

for (const remote of remotes)
  test(`on the pages of ${remote} no element is drawn otherwise when the sheets of all other remotes come`, async () => {
    const { page } = reader;
    const others = remotes.filter((other) => other !== remote).flatMap(sheetsOf);
    for (const path of pages[remote]!) {
      await standsStill(page, path);
      const alone = await computedStyles(page);
      assert.ok(alone.elements.length > 60, `${path} has ${alone.elements.length} elements`);
      await addSheets(page, others);
      assert.deepEqual(differences(alone, await computedStyles(page, alone)), [], path);
    }
  });

test('one rule that reached others would be seen', async () => {
  const { page } = reader;
  await standsStill(page, '/faq');
  const before = await computedStyles(page);
  const address = `${sheetsOf('account')[0]}?altered`;
  const body = '@layer page { footer { letter-spacing: 1px } h1::before { content: "x" } }';
  await page.route(site.url + address, (route) => route.fulfill({ contentType: 'text/css', body }));
  await addSheets(page, [address]);
  const after = await computedStyles(page);
  assert.equal(after.elements.length, before.elements.length + 1, 'what stands before the heading');
  after.elements = after.elements.filter(({ element }) => element !== 'h1.::before');
  assert.match(differences(before, after).join('\n'), /^footer\.\S* letter-spacing: 1px/m);
});

test('each rule of a remote stands in a layer below the rules of the shell', async () => {
  const { page } = reader;
  await page.goto(`${site.url}/faq`);
  await addSheets(page, remotes.flatMap(sheetsOf));
  const outside = await page.evaluate(() =>
    [...document.styleSheets]
      .filter(({ href, disabled }) => href && !disabled)
      .flatMap(({ href, cssRules }) =>
        [...cssRules]
          .filter((rule) => rule instanceof CSSStyleRule || rule instanceof CSSGroupingRule)
          .filter((rule) => !(rule instanceof CSSLayerBlockRule && ['ground', 'ui', 'page'].includes(rule.name)))
          .map((rule) => `${href}: ${rule.cssText.slice(0, 80)}`),
      ),
  );
  assert.deepEqual(outside, []);
});

/** What no remote may say. */
const hostile = `.sign { color: var(--ink); }
* { letter-spacing: 3px; }
:root { --ink: red; --plate: red; }
html body :global(#root) header { background: red; }
header { display: none !important; }
button { opacity: 0.1; }
@layer ground, games;
@layer games { a { color: red; } }
`;

test('a remote that styles others is refused, and without the gate would have: what is left is where it loads', async () => {
  const remote = await buildSyntheticRemote(undefined, hostile);
  const { page } = reader;
  await standsStill(page, '/faq');
  const before = await computedStyles(page);
  try {
    const release = remote.publish(site.siteFolder);
    const live = { ...apps, [release.app]: release.version };
    const [foreign, shared] = scopedStylesGate(candidateOf(site.siteFolder, release, { apps: live, canary: null }));
    assert.match(foreign!, /would reach elements of others: \*, :root, html body #root header, header, button\./);
    assert.match(shared!, /would change what all pages have in common: @layer ground, @layer games/);
    await makeLive(site, { apps: live });

    await standsStill(page, '/faq');
    assert.deepEqual(
      differences(before, await computedStyles(page, before)),
      [],
      'a page of another remote does not load it',
    );
    await page.goto(`${site.url}/${release.app}`);
    await heading(page, `A page of ${release.app}`).waitFor();
    await walkTo(page, '/faq');
    const header = page.getByRole('banner', { includeHidden: true });
    assert.equal(await header.isVisible(), false, 'in the same tab only the gate keeps a remote from this');
    const background = await header.evaluate((element) => getComputedStyle(element).backgroundColor);
    assert.notEqual(background, 'rgb(255, 0, 0)', 'the layer keeps it from what the shell itself says');
  } finally {
    remote.remove();
    await makeLive(site, { apps });
  }
});

test('a style sheet that hangs holds up neither its page nor the rest of the site', async () => {
  const { page, context } = await site.visit(desktop);
  await putServiceIntoCart(page, site.url);
  const asked: string[] = [];
  await page.route(/\/r\/account\/.*\.css$/, (route) => void asked.push(route.request().url())); // never answered
  await page.goto(`${site.url}/auth`, { waitUntil: 'commit' });
  await heading(page, 'Sign in with your phone').waitFor();
  assert.deepEqual(asked, [], 'a document holds the styles of its page');

  await page.goto(`${site.url}/faq`);
  await takenOver(page);
  const before = await computedStyles(page);
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await heading(page, 'Sign in with your phone').waitFor({ timeout: 8000 });
  assert.ok(asked.length > 0, 'on the way from page to page the sheet is asked for');
  await painted(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Questions and answers' }).click();
  await heading(page, /asked/i).waitFor();
  await painted(page);
  const frame = ({ names, elements }: typeof before) => ({
    names,
    elements: elements.filter(({ element }) => /^(header|footer)\./.test(element)),
  });
  assert.deepEqual(differences(frame(before), frame(await computedStyles(page))), []);
  await cartButton(page, 1).click();
  await cartDrawer(page).getByText('General Service').first().waitFor();
  await painted(page);
  await context.close();
});

/** Opens a page and waits until nothing more comes. */
async function standsStill(page: Page, path: string): Promise<void> {
  await page.goto(site.url + path, { waitUntil: 'networkidle' });
  await heading(page).first().waitFor();
  await page.waitForFunction(() => !document.querySelector('main[aria-busy]'));
  await page.mouse.move(0, 0);
}

/** The browser draws: no sheet that it waits for holds it back. */
function painted(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}
