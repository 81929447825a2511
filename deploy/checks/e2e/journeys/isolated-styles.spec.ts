import { readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { candidateOf } from '../../../site/record/fit/candidate.ts';
import { scopedStylesGate } from '../../../release/gates/scoped-styles.ts';
import { readLiveRecord } from '../../../site/record/live-record.ts';
import { publicFolder } from '../../../site/record/release-record.ts';
import { makeLive } from '../../../release/testing/make-live.ts';
import { buildSyntheticRemote } from '../../../release/testing/synthetic-remote.ts';
import { putServiceIntoCart } from '../book-by-page.ts';
import { addSheets, computedStyles, differences, removeSheets } from '../computed-styles.ts';
import { navigateTo } from '../leak-watch.ts';
import { cartButton, cartDrawer, heading } from '../locators.ts';
import { desktop, type TestSite, type Visitor } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { openQuestions } from '../open-questions.ts';
import { waitForHydration } from '../wait-for-hydration.ts';
import { everyRemote } from '../remotes.ts';
import { expect, test } from '../fixtures/test.ts';

let apps: Record<string, string>;
/** An admin's browser, which opens one page after the other. */
let reader: Visitor;

/** One address of every page of every remote. `npm test` takes the first of some. */
const pages: Record<string, string[]> = {
  catalog: [
    '/',
    '/services/royal-enfield/classic-350/general-service',
    '/bikes',
    '/location/kondhwa',
    '/services',
    '/services/category/brakes',
    '/services/oil-change',
    '/bikes/royal-enfield/classic-350',
    '/brands/royal-enfield',
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
  admin: ['/admin', '/admin?view=health'],
};
const remotes = Object.keys(pages);
async function compareOn(site: TestSite, remote: string, paths: string[]): Promise<void> {
  const { page } = reader;
  const others = remotes.filter((other) => other !== remote).flatMap((one) => sheetsOf(site, one));
  for (const path of paths) {
    await standsStill(site, page, path);
    const alone = await computedStyles(page);
    expect(alone.elements.length, `${path} has ${alone.elements.length} elements`).toBeGreaterThan(60);
    await addSheets(page, others);
    const among = await computedStyles(page, alone);
    if (differences(alone, among).length === 0) continue;
    // On a slow machine a page may lay out something late: only what goes with the sheets comes from them.
    await removeSheets(page, others);
    expect(differences(await computedStyles(page, among), among), path).toEqual([]);
  }
}

/** Addresses of all style sheets of a remote's live version. */
function sheetsOf(site: TestSite, remote: string): string[] {
  const folder = publicFolder(site.siteFolder, remote, apps[remote]!);
  const files = readdirSync(folder).filter((file) => file.endsWith('.css'));
  expect(files.length, `${remote} has style sheets`).toBeGreaterThan(0);
  return files.map((file) => `/r/${remote}/${apps[remote]}/${file}`);
}

test.describe('style sheets of remotes', { tag: everyRemote }, () => {
  test.use({ ownReleases: true });

  test.beforeAll(async ({ openSite }, { file }) => {
    const site = await openSite(file, { ownReleases: true });
    apps = readLiveRecord(site.siteFolder)!.apps;
    reader = await site.visit(desktop, { reducedMotion: 'reduce' });
    await signInAsAdmin(reader.page, site);
  });
  test.afterAll(() => reader.context.close());

  for (const remote of remotes)
    test(
      `on pages of ${remote} no element changes when the sheets of all other remotes load`,
      { tag: '@more' }, // `npm test` checks by the gate that no rule can reach them
      ({ site }) => compareOn(site, remote, pages[remote]!.slice(0, 1)),
    );

  for (const remote of remotes.filter((one) => pages[one]!.length > 1))
    test(`no element changes on the other pages of ${remote} either`, { tag: '@more' }, ({ site }) =>
      compareOn(site, remote, pages[remote]!.slice(1)),
    );

  test('the check detects a rule that reaches other remotes', { tag: '@more' }, async ({ site }) => {
    const { page } = reader;
    await standsStill(site, page, '/faq');
    const before = await computedStyles(page);
    const address = `${sheetsOf(site, 'account')[0]}?altered`;
    const body = '@layer page { footer { letter-spacing: 1px } h1::before { content: "x" } }';
    await page.route(site.url + address, (route) => route.fulfill({ contentType: 'text/css', body }));
    await addSheets(page, [address]);
    const after = await computedStyles(page);
    expect(after.elements.length, 'text before the heading').toBe(before.elements.length + 1);
    after.elements = after.elements.filter(({ element }) => element !== 'h1.::before');
    expect(differences(before, after).join('\n')).toMatch(/^footer\.\S* letter-spacing: 1px/m);
  });

  test('each rule of a remote is in a layer below the rules of the shell', async ({ site }) => {
    const { page } = reader;
    await page.goto(`${site.url}/faq`);
    await addSheets(
      page,
      remotes.flatMap((one) => sheetsOf(site, one)),
    );
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
    expect(outside).toEqual([]);
  });

  /** Rules that no remote may contain. */
  const hostile = `.sign { color: var(--ink); }
* { letter-spacing: 3px; }
:root { --ink: red; --plate: red; }
html body :global(#root) header { background: red; }
header { display: none !important; }
button { opacity: 0.1; }
@layer ground, games;
@layer games { a { color: red; } }
`;

  // Builds a remote. The test of the gate is in `deploy/release/gates`.
  const gate = 'the gate rejects a remote that styles others; without the gate its rules apply where it loads';
  test(gate, { tag: '@more' }, async ({ site }) => {
    const remote = await buildSyntheticRemote(undefined, hostile);
    const { page } = reader;
    await standsStill(site, page, '/faq');
    const before = await computedStyles(page);
    try {
      const release = remote.publish(site.siteFolder);
      const live = { ...apps, [release.app]: release.version };
      const [foreign, shared] = scopedStylesGate(candidateOf(site.siteFolder, release, { apps: live, canary: null }));
      expect(foreign!).toMatch(
        /would affect elements of other apps: \*, :root, html body #root header, header, button\./,
      );
      expect(shared!).toMatch(/would change what all pages share: @layer ground, @layer games/);
      await makeLive(site, { apps: live });

      await standsStill(site, page, '/faq');
      expect(
        differences(before, await computedStyles(page, before)),
        'a page of another remote does not load it',
      ).toEqual([]);
      await page.goto(`${site.url}/${release.app}`);
      await expect(heading(page, `A page of ${release.app}`)).toBeVisible();
      await navigateTo(page, '/faq');
      const header = page.getByRole('banner', { includeHidden: true });
      expect(await header.isVisible(), 'in the same tab only the gate prevents this').toBe(false);
      const background = await header.evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(background, "the layer keeps it from overriding the shell's own rules").not.toBe('rgb(255, 0, 0)');
    } finally {
      remote.remove();
      await makeLive(site, { apps });
    }
  });

  test('a style sheet that hangs affects only its page', async ({ site }) => {
    const { page, context } = await site.visit(desktop);
    await putServiceIntoCart(page, site.url);
    const asked: string[] = [];
    await page.route(/\/r\/account\/.*\.css$/, (route) => void asked.push(route.request().url())); // no answer
    await page.goto(`${site.url}/auth`, { waitUntil: 'commit' });
    await expect(heading(page, 'Sign in with your phone')).toBeVisible();
    expect(asked, 'a document holds the styles of its page').toEqual([]);

    await page.goto(`${site.url}/faq`);
    await waitForHydration(page);
    const before = await computedStyles(page);
    await page.getByRole('link', { name: 'Sign in' }).first().click();
    await expect(heading(page, 'This part is not available')).toBeVisible({ timeout: 8000 });
    expect(asked.length, 'a navigation requests the sheet').toBeGreaterThan(0);
    await painted(page);
    await openQuestions(page);
    await painted(page);
    const frame = ({ names, elements }: typeof before) => ({
      names,
      elements: elements.filter(({ element }) => /^(header|footer)\./.test(element)),
    });
    expect(differences(frame(before), frame(await computedStyles(page)))).toEqual([]);
    await cartButton(page, 1).click();
    await expect(cartDrawer(page).getByText('General Service').first()).toBeVisible();
    await painted(page);
    await context.close();
  });
});

/** Opens a page and waits until it sends no more requests. */
async function standsStill(site: TestSite, page: Page, path: string): Promise<void> {
  await page.goto(site.url + path, { waitUntil: 'networkidle' });
  await expect(heading(page).first()).toBeVisible();
  await page.waitForFunction(() => !document.querySelector('main[aria-busy]'));
  await page.mouse.move(0, 0);
}

/** Waits until the browser paints: no pending style sheet blocks it. */
function painted(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}
