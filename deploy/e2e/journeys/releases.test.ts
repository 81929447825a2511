import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { collectGarbage } from '../../release/collect-garbage.ts';
import { readLiveRecord } from '../../release/live-record.ts';
import { makeLive } from '../../release/testing/make-live.ts';
import { publishAgain } from '../../release/testing/publish-again.ts';
import { runReleaseCommand } from '../../release/release-command.ts';
import { answerBookingSteps, classicGeneralService, confirmBooking, takeWarrantyAndBook } from '../book-by-page.ts';
import { accessibilityFaults, bringAxe } from '../check-accessibility.ts';
import { testOnNodeServer } from '../only-on-node-server.ts';
import { openTestSite, phone } from '../open-test-site.ts';
import { takenOver } from '../taken-over.ts';

const site = await openTestSite({ ownReleases: true });
after(() => site.close());

const remotes = ['catalog', 'cart', 'account', 'admin'];
const first = readLiveRecord(site.siteFolder)!.apps;

/** Publishes the apps under a version number that was not there before, and answers their versions. */
function published(apps: string[], number: string): Record<string, string> {
  return Object.fromEntries(apps.map((app) => [app, publishAgain(site.siteFolder, app, number).version]));
}

const filesOf = (app: string, requests: string[]): string[] =>
  requests.filter((address) => address.includes(`/r/${app}/`));
const textOf = async (path: string): Promise<string> => (await fetch(`${site.url}${path}`)).text();

test('a page that was opened before three releases of all remotes still completes a booking', async () => {
  const { page, requests, complaints, context } = await site.visit(phone);
  await page.goto(site.url + classicGeneralService);
  await takenOver(page);
  for (const number of ['1.1.0', '1.2.0', '1.3.0']) await makeLive(site, { apps: published(remotes, number) });
  collectGarbage(site.siteFolder, readLiveRecord(site.siteFolder)!);
  await takeWarrantyAndBook(page);
  await answerBookingSteps(page, { name: 'Ravi Deshpande', phone: '98220 12345' });
  const { id } = await confirmBooking(page);
  await page.getByText(id.slice(0, 8)).first().waitFor();
  const cartFiles = filesOf('cart', requests);
  assert.ok(cartFiles.length > 0);
  for (const address of cartFiles) assert.ok(address.includes(`/r/cart/${first.cart}/`), address);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a rollback brings the former document back', async () => {
  await makeLive(site, { apps: first });
  const before = await textOf('/');
  await makeLive(site, { apps: published(['catalog'], '1.4.0') });
  assert.notEqual(await textOf('/'), before);
  const said: string[] = [];
  const args = ['rollback', 'catalog', '--site', site.siteFolder];
  assert.equal(await runReleaseCommand(args, site.siteFolder, (line) => said.push(line)), 0, said.join('\n'));
  await site.showLive();
  assert.equal(await textOf('/'), before);
});

test('the bucket in a cookie decides which version a visitor gets, on every visit', async () => {
  const { cart: version } = published(['cart'], '2.0.0');
  await makeLive(site, { apps: first, canary: { app: 'cart', version: version!, percent: 10 } });
  for (const [bucket, expected] of [
    ['9', version],
    ['10', first.cart],
  ]) {
    const { page, context, requests, complaints } = await site.visit(phone);
    await context.addCookies([{ name: 'ts_bucket', value: bucket!, url: site.url }]);
    for (let visit = 0; visit < 2; visit += 1) {
      await page.goto(`${site.url}/book-service`);
      await takenOver(page);
    }
    assert.ok(filesOf('cart', requests).length > 0);
    for (const address of filesOf('cart', requests)) assert.ok(address.includes(`/r/cart/${expected}/`), address);
    assert.deepEqual(complaints, []);
    await context.close();
  }
  const { page, context } = await site.visit(phone);
  await page.goto(site.url);
  const [cookie] = await context.cookies();
  assert.deepEqual([cookie?.name, cookie?.httpOnly, cookie?.sameSite], ['ts_bucket', true, 'Lax']);
  await context.close();
  await makeLive(site, { canary: null });
});

testOnNodeServer(
  site,
  'only the Node server has previews',
  'a tester opens the live site with a published version, which is named above every page until he ends it',
  async () => {
    const { cart: version } = published(['cart'], '2.0.5');
    const said: string[] = [];
    const args = ['preview', 'cart', version!, '--site', site.siteFolder];
    assert.equal(await runReleaseCommand(args, site.siteFolder, (line) => said.push(line)), 0, said.join('\n'));
    const [, address] = /Open it: (\S+)/.exec(said.join('\n'))!;
    const { page, context, requests, complaints } = await site.visit(phone);
    await bringAxe(context);
    await page.goto(address!);
    await takenOver(page);
    const badge = page.getByRole('status').filter({ hasText: `Preview: cart ${version}` });
    assert.ok((await badge.boundingBox())!.height < 50, 'one line on a phone');
    await page.mouse.wheel(0, 1500);
    await page.waitForFunction(() => window.scrollY > 1000);
    const [top, header] = [await badge.boundingBox(), await page.getByRole('banner').boundingBox()];
    assert.equal(top!.y, 0, 'it stays on the screen');
    assert.equal(header!.y, top!.height, 'and the header below it');
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.goto(`${site.url}/book-service`);
    await takenOver(page);
    await badge.waitFor();
    assert.ok(filesOf('cart', requests).length > 0);
    for (const file of filesOf('cart', requests)) assert.ok(file.includes(`/r/cart/${version}/`), file);
    requests.length = 0;
    await page.getByRole('link', { name: 'End preview' }).click();
    await page.waitForURL(`${site.url}/`);
    await page.goto(`${site.url}/book-service`);
    await takenOver(page);
    assert.equal(await badge.count(), 0);
    for (const file of filesOf('cart', requests)) assert.ok(file.includes(`/r/cart/${first.cart}/`), file);
    assert.deepEqual(complaints, []);
    await context.close();
  },
);

test('a remote that is switched off says so on its page, and not a file of it is fetched', async () => {
  await makeLive(site, { disabled: ['cart'] });
  const { page, requests, context } = await site.visit(phone);
  await page.goto(site.url);
  await takenOver(page);
  await page.goto(`${site.url}/book-service`);
  await page.getByRole('heading', { name: 'This part is closed for the moment', level: 1 }).waitFor();
  await page
    .getByRole('link', { name: /90000 00010|call/i })
    .first()
    .waitFor();
  assert.deepEqual(filesOf('cart', requests), []);
  await context.close();
  await makeLive(site, { disabled: [] });
  assert.match(await textOf('/book-service'), /<div id="root"><./);
});
