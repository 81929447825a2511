import { appendFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { collectGarbage } from '../../../release/targets/collect-garbage.ts';
import { readLiveRecord } from '../../../site/record/live-record.ts';
import { makeLive } from '../../../release/testing/make-live.ts';
import { publishAgain } from '../../../release/testing/publish-again.ts';
import { runReleaseCommand } from '../../../release/commands/release-command.ts';
import { answerBookingSteps, classicGeneralService, confirmBooking, takeWarrantyAndBook } from '../book-by-page.ts';
import { accessibilityViolations } from '../check-accessibility.ts';
import { phone, type TestSite } from '../open-test-site.ts';
import { waitForHydration } from '../wait-for-hydration.ts';
import { everyRemote, remotes } from '../remotes.ts';
import { expect, test } from '../fixtures/test.ts';

/** Publishes the apps under a new version number and returns their versions. */
function published(site: TestSite, apps: string[], number: string): Record<string, string> {
  return Object.fromEntries(apps.map((app) => [app, publishAgain(site.siteFolder, app, number).version]));
}

/** Changes each script and sheet of a build a little. */
function addALine(build: string): void {
  for (const file of readdirSync(build)) {
    if (file.endsWith('.js')) appendFileSync(join(build, file), ';globalThis.releasedAgain=1;');
    if (file.endsWith('.css')) appendFileSync(join(build, file), '.released-again{color:red}');
  }
}

const filesOf = (app: string, requests: string[]): string[] =>
  requests.filter((address) => address.includes(`/r/${app}/`));
const textOf = async (site: TestSite, path: string): Promise<string> => (await fetch(`${site.url}${path}`)).text();

test.describe('releases', { tag: everyRemote }, () => {
  test.use({ ownReleases: true });

  /** What is live when nothing has been released yet. */
  let first: Record<string, string>;
  test.beforeAll(async ({ openSite }, { file }) => {
    const { siteFolder } = await openSite(file, { ownReleases: true });
    first = readLiveRecord(siteFolder)!.apps;
  });

  test(
    'a page that was opened before three releases of all remotes still completes a booking',
    { tag: '@flow' },
    async ({ site }) => {
      test.slow(); // behind nginx all documents are rendered again at each release
      const { page, requests, complaints, context } = await site.visit(phone);
      const missing: string[] = [];
      page.on('response', (response) => response.status() === 404 && missing.push(new URL(response.url()).pathname));
      await page.goto(site.url + classicGeneralService);
      await waitForHydration(page);
      for (const number of ['1.1.0', '1.2.0', '1.3.0'])
        await makeLive(site, { apps: published(site, remotes, number) });
      collectGarbage(site.siteFolder, readLiveRecord(site.siteFolder)!);
      await takeWarrantyAndBook(page);
      await answerBookingSteps(page, { name: 'Ravi Deshpande', phone: '98220 12345' });
      const { id } = await confirmBooking(page);
      await expect(page.getByText(id.slice(0, 8)).first()).toBeVisible();
      const cartFiles = filesOf('cart', requests);
      expect(cartFiles.length).toBeGreaterThan(0);
      for (const address of cartFiles) expect(address, address).toContain(`/r/cart/${first.cart}/`);
      // A content file of a former version is there if somebody opened its page in time; else the page's loader reads.
      const rare = [`/pages/cart/${first.cart}/`, `/pages/catalog/${first.catalog}/`];
      expect(
        missing.filter(
          (path) =>
            !rare.some((folder) => path.startsWith(folder)) || missing.indexOf(path) !== missing.lastIndexOf(path),
        ),
      ).toEqual([]);
      expect(complaints.filter((complaint) => !complaint.includes('status of 404'))).toEqual([]);
      await context.close();
    },
  );

  test('a rollback restores the former document', { tag: '@flow' }, async ({ site }) => {
    test.slow(); // as above: some 1,600 pages of a model and a package
    await makeLive(site, { apps: first });
    const before = await textOf(site, '/');
    await makeLive(site, { apps: published(site, ['catalog'], '1.4.0') });
    expect(await textOf(site, '/')).not.toBe(before);
    const said: string[] = [];
    const args = ['rollback', 'catalog', '--site', site.siteFolder];
    expect(await runReleaseCommand(args, site.siteFolder, (line) => said.push(line)), said.join('\n')).toBe(0);
    expect(await textOf(site, '/')).toBe(before);
  });

  test('after a release a returning visitor downloads what has changed of the remote, under 5 % of its bytes', async ({
    site,
  }) => {
    await makeLive(site, { apps: first });
    const { page, context, requests, complaints } = await site.visit(phone);
    await page.goto(site.url, { waitUntil: 'networkidle' });
    await page.goto('about:blank');
    const had = new Set(filesOf('catalog', requests).map((address) => address.split('/').at(-1)));
    const { version } = publishAgain(site.siteFolder, 'catalog', '1.7.0', addALine, { compress: true });
    await makeLive(site, { apps: { catalog: version } });
    const files: { path: string; bytes: number; encoding: string | null }[] = [];
    page.on('requestfinished', async (request) => {
      const path = new URL(request.url()).pathname;
      if (!path.startsWith(`/r/catalog/${version}/`) || !/\.(js|css)$/.test(path)) return;
      if (!had.has(path.split('/').at(-1))) return; // a chunk that is prefetched for the next page
      const [{ responseBodySize: bytes }, answer] = await Promise.all([request.sizes(), request.response()]);
      files.push({ path, bytes, encoding: (await answer?.headerValue('content-encoding')) ?? null });
    });
    await page.goto(site.url, { waitUntil: 'networkidle' });
    await waitForHydration(page);
    expect(files.length, 'the remote’s entry, the page and its sheet').toBeGreaterThanOrEqual(3);
    expect(files.filter(({ encoding }) => encoding !== 'dcz')).toEqual([]);
    const sum = (bytes: number[]) => bytes.reduce((all, one) => all + one, 0);
    const whole = sum(files.map(({ path }) => statSync(`${join(site.siteFolder, path)}.br`).size));
    expect(sum(files.map(({ bytes }) => bytes))).toBeLessThan(whole * 0.05);
    expect(await page.evaluate(() => (globalThis as { releasedAgain?: number }).releasedAgain)).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test(
    'the bucket in a cookie decides which version a visitor gets, on every visit',
    { tag: '@flow' },
    async ({ site }) => {
      const { cart: version } = published(site, ['cart'], '2.0.0');
      await makeLive(site, { apps: first, canary: { app: 'cart', version: version!, percent: 10 } });
      for (const [bucket, expected] of [
        ['9', version],
        ['10', first.cart],
      ]) {
        const { page, context, requests, complaints } = await site.visit(phone);
        await context.addCookies([{ name: 'ts_bucket', value: bucket!, url: site.url }]);
        for (let visit = 0; visit < 2; visit += 1) {
          await page.goto(`${site.url}/book-service`);
          await waitForHydration(page);
        }
        expect(filesOf('cart', requests).length).toBeGreaterThan(0);
        for (const address of filesOf('cart', requests)) expect(address, address).toContain(`/r/cart/${expected}/`);
        expect(complaints).toEqual([]);
        await context.close();
      }
      const { page, context } = await site.visit(phone);
      await page.goto(site.url);
      const [cookie] = await context.cookies();
      expect([cookie?.name, cookie?.httpOnly, cookie?.sameSite]).toEqual(['ts_bucket', true, 'Lax']);
      await context.close();
      await makeLive(site, { canary: null });
    },
  );

  test(
    'a tester opens the live site with a published version, which is named above every page until the preview ends',
    { tag: ['@node-server', '@flow'] },
    async ({ site }) => {
      const { cart: version } = published(site, ['cart'], '2.0.5');
      const said: string[] = [];
      const args = ['preview', 'cart', version!, '--site', site.siteFolder];
      expect(await runReleaseCommand(args, site.siteFolder, (line) => said.push(line)), said.join('\n')).toBe(0);
      const [, address] = /Open it: (\S+)/.exec(said.join('\n'))!;
      const { page, context, requests, complaints } = await site.visit(phone);
      await page.goto(address!);
      await waitForHydration(page);
      const badge = page.getByRole('status').filter({ hasText: `Preview: cart ${version}` });
      expect((await badge.boundingBox())!.height, 'one line on a phone').toBeLessThan(50);
      await page.mouse.wheel(0, 1500);
      await page.waitForFunction(() => window.scrollY > 1000);
      const [top, header] = [await badge.boundingBox(), await page.getByRole('banner').boundingBox()];
      expect(top!.y, 'the bar stays on the screen').toBe(0);
      expect(header!.y, 'and the header below it').toBe(top!.height);
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.goto(`${site.url}/book-service`);
      await waitForHydration(page);
      await expect(badge).toBeVisible();
      expect(filesOf('cart', requests).length).toBeGreaterThan(0);
      for (const file of filesOf('cart', requests)) expect(file, file).toContain(`/r/cart/${version}/`);
      requests.length = 0;
      await page.getByRole('link', { name: 'End preview' }).click();
      await page.waitForURL(`${site.url}/`);
      await page.goto(`${site.url}/book-service`);
      await waitForHydration(page);
      expect(await badge.count()).toBe(0);
      for (const file of filesOf('cart', requests)) expect(file, file).toContain(`/r/cart/${first.cart}/`);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test(
    'a disabled remote shows a message on its page, and none of its files is fetched',
    { tag: '@flow' },
    async ({ site }) => {
      await makeLive(site, { disabled: ['cart'] });
      const { page, requests, context } = await site.visit(phone);
      await page.goto(site.url);
      await waitForHydration(page);
      await page.goto(`${site.url}/book-service`);
      await expect(page.getByRole('heading', { name: 'This part is closed for the moment', level: 1 })).toBeVisible();
      await expect(page.getByRole('link', { name: /90000 00010|call/i }).first()).toBeVisible();
      expect(filesOf('cart', requests)).toEqual([]);
      await context.close();
      await makeLive(site, { disabled: [] });
      expect(await textOf(site, '/book-service')).toMatch(/<div id="root"><./);
    },
  );
});
