import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { buildApps } from '../../release/build/build-apps.mjs';
import { openSite } from '../../hosting/node/start-site.ts';
import { poll } from '../../backend/testing/poll.ts';
import { readHistory } from '../../site/record/history.ts';
import { readLiveRecord } from '../../site/record/live-record.ts';
import { runReleaseCommand } from '../../release/commands/release-command.ts';
import { findRunningSite } from '../../site/record/running-site.ts';
import { checkoutOfOne } from '../../release/testing/checkout-of-one.ts';
import { changedFiles, hashFiles } from '../../release/testing/hash-files.ts';
import { makeLive } from '../../release/testing/make-live.ts';
import { publishAgain } from '../../release/testing/publish-again.ts';
import { readDocument } from '../../release/testing/read-document.ts';
import { reportFrom, reportPageLoad, type Report } from '../../site/testing/report-as-browsers.ts';

await buildApps();
const dataFolder = mkdtempSync(join(tmpdir(), 'twostroke-release-'));
const siteFolder = join(dataFolder, 'site');
const { site, stop } = await openSite(
  { port: 0, dataFolder, reset: false, demo: true, build: false, renderAhead: false, backend: { kind: 'embedded' } },
  { trustProxy: true },
);
const checkout = checkoutOfOne('cart');
after(async () => {
  await stop();
  for (const folder of [dataFolder, checkout.folder]) rmSync(folder, { recursive: true, force: true });
});

async function release(...args: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const code = await runReleaseCommand([...args, '--site', siteFolder], checkout.folder, (line) => lines.push(line));
  return { code, said: lines.join('\n') };
}

const documentOf = (path: string, bucket?: number) =>
  readDocument(site.url + path, 'release', bucket === undefined ? undefined : `ts_bucket=${bucket}`);
const previewOf = (path: string, asked: string) => readDocument(site.url + path, 'preview', `ts_preview=${asked}`);
const bodyOf = (html: string): string => /<div id="root">.*<\/div>/s.exec(html)![0].replace(/\d\d:\d\d/g, '');
const live = (app: string): string => readLiveRecord(siteFolder)!.apps[app]!;
const firstCart = live('cart');

test('releasing a remote from a checkout without the other apps changes no byte of them', async () => {
  const [home, booking] = [await documentOf('/'), await documentOf('/book-service')];
  const before = hashFiles(siteFolder);
  checkout.edit('package.json', '"version": "1.0.0"', '"version": "1.1.0"');
  const { code, said } = await release('cart');
  assert.equal(code, 0, said);
  assert.match(live('cart'), /^1\.1\.0-/);
  assert.match(said, /Its tests pass\.[^]*Rendered 1 page [^]*cart 1\.1\.0-\w+ is live, before it 1\.0\.0-\w+\./);
  assert.match(said, /^Verified at \S+: release \w+ is served; \/book-service answers 200, \S+ has its integrity\.$/m);
  const foreign = changedFiles(before, hashFiles(siteFolder)).filter(
    (file) =>
      !/^(r|private)\/cart\/1\.1\.0-|^pages\/shell-[^/]+\/cart-1\.1\.0-|^(live\.json|history\.jsonl)/.test(file),
  );
  assert.deepEqual(foreign, []);
  const [homeNow, bookingNow] = [await documentOf('/'), await documentOf('/book-service')];
  assert.equal(homeNow.release, bookingNow.release, 'all documents of a flip name the same release');
  assert.notEqual(homeNow.release, home.release);
  assert.equal(bodyOf(homeNow.html), bodyOf(home.html), 'the page of another remote is not rendered again');
  assert.ok(bookingNow.html.includes(`/r/cart/${live('cart')}/`));
  assert.ok(!bookingNow.html.includes(`/r/cart/${firstCart}/`));
  assert.ok(booking.html.includes(`/r/cart/${firstCart}/`));
  const entry = readHistory(siteFolder).at(-1)!;
  assert.deepEqual([entry.action, entry.app, entry.from, entry.to], ['release', 'cart', firstCart, live('cart')]);
  assert.ok(entry.seconds > 0 && entry.by);
});

test('sources that are live already are not released again', async () => {
  const { sequence } = readLiveRecord(siteFolder)!;
  const { code, said } = await release('cart');
  assert.equal(code, 0);
  assert.match(said, /is live already/);
  assert.equal(readLiveRecord(siteFolder)!.sequence, sequence);
});

test('a rollback restores the former document, byte for byte', async () => {
  const before = await documentOf('/book-service');
  assert.equal((await release('rollback', 'cart', firstCart)).code, 0);
  const former = await documentOf('/book-service');
  assert.ok(former.html.includes(`/r/cart/${firstCart}/`) && !former.html.includes('/r/cart/1.1.0-'));
  assert.notEqual(former.html, before.html);
  const forward = await release('rollback', 'cart', readHistory(siteFolder).at(-1)!.from!);
  assert.equal(forward.code, 0, forward.said);
  assert.equal((await documentOf('/book-service')).html, before.html);
  const { code, said } = await release('rollback', 'cart');
  assert.equal(code, 0, said);
  assert.equal((await documentOf('/book-service')).html, former.html);
  const { said: nothing, code: rejected } = await release('rollback', 'cart');
  assert.match(nothing, /No version of cart was live before/);
  assert.equal(rejected, 1);
});

test('rejects a release with failing tests and names them', async () => {
  const { sequence } = readLiveRecord(siteFolder)!;
  checkout.edit('src/short.test.ts', 'toBe(2)', 'toBe(3)');
  const { code, said } = await release('cart');
  assert.equal(code, 1);
  assert.match(said, /The tests of cart fail\. Run npm test -w cart-mfe[^]*two strokes/);
  assert.equal(readLiveRecord(siteFolder)!.sequence, sequence, 'nothing is live');
  checkout.edit('src/short.test.ts', 'toBe(3)', 'toBe(2)');
});

test('a canary is shown to the buckets below its share, and its documents name it', async () => {
  checkout.edit('package.json', '"version": "1.1.0"', '"version": "1.2.0"');
  const { code, said } = await release('cart', '--canary', '10');
  assert.equal(code, 0, said);
  assert.match(said, /cart 1\.2\.0-\w+ is live for 10 % of the visitors, 1\.0\.0-\w+ for the others/);
  const { version } = readLiveRecord(siteFolder)!.canary!;
  for (const [bucket, isCanary] of [
    [0, true],
    [9, true],
    [10, false],
    [99, false],
  ] as const) {
    const { html, headers } = await documentOf('/', bucket);
    assert.equal(html.includes(`/r/cart/${version}/`), isCanary, `bucket ${bucket}`);
    assert.equal(html.includes(`/r/cart/${firstCart}/`), !isCanary, `bucket ${bucket}`);
    assert.equal(html.includes('"canary":true'), isCanary);
    assert.equal(headers.get('vary'), 'Accept-Encoding, Cookie');
    assert.equal(headers.get('cache-control'), 'no-cache');
    assert.equal(headers.get('set-cookie'), null, 'the bucket is kept');
  }
  assert.match(
    (await documentOf('/')).headers.get('set-cookie')!,
    /^ts_bucket=\d+; Max-Age=2592000; .*HttpOnly; SameSite=Lax$/,
  );
  assert.notEqual((await documentOf('/', 0)).release, (await documentOf('/', 99)).release);
});

test('a canary is widened, ended by a rollback, and promoted', async () => {
  assert.equal((await release('canary', 'cart', '30')).code, 0);
  assert.ok((await documentOf('/', 29)).html.includes('"canary":true'));
  assert.match((await release('canary', 'catalog', '30')).said, /The canary that runs is of cart, not of catalog/);
  assert.match((await release('rollback', 'cart')).said, /The canary 1\.2\.0-\w+ of cart has ended/);
  const ended = await documentOf('/');
  assert.equal(ended.headers.get('set-cookie'), null, 'no cookie without a canary');
  assert.equal(ended.headers.get('vary'), 'Accept-Encoding');
  assert.equal((await release('promote', 'cart')).code, 1);
  assert.equal((await release('cart', '--canary', '50')).code, 0);
  assert.match((await release('promote', 'cart')).said, /cart 1\.2\.0-\w+ is live for everyone/);
  assert.match(live('cart'), /^1\.2\.0-/);
  assert.equal(readLiveRecord(siteFolder)!.canary, null);
});

test('a preview is shown to testers who ask for it, and to no other visitor', async () => {
  checkout.edit('package.json', '"version": "1.2.0"', '"version": "1.3.0"');
  const before = await documentOf('/book-service');
  const { code, said } = await release('cart', '--preview');
  assert.equal(code, 0, said);
  const [, version] = /cart (1\.3\.0-\w+) is open to testers; 1\.2\.0-\w+ stays live for everyone/.exec(said)!;
  const [, address] = /Open it: (\S+)/.exec(said)!;
  assert.equal(address, `${site.url}/preview?cart=${version}`);
  const answer = await fetch(address!, { redirect: 'manual' });
  assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/']);
  assert.equal(answer.headers.get('cache-control'), 'private, no-store');
  assert.equal(
    answer.headers.get('set-cookie'),
    `ts_preview=cart@${version}; Max-Age=28800; Path=/; HttpOnly; SameSite=Lax`,
  );
  const shown = await previewOf('/book-service', `cart@${version}`);
  assert.ok(shown.html.includes(`/r/cart/${version}/`) && !shown.html.includes(`/r/cart/${live('cart')}/`));
  assert.match(shown.html, new RegExp(`Preview: <b>cart ${version}</b>`));
  assert.match(shown.html, /<div id="root"></, 'its pages are prerendered');
  assert.equal(shown.headers.get('cache-control'), 'private, no-store');
  assert.equal(shown.headers.get('vary'), 'Accept-Encoding, Cookie');
  const others = await documentOf('/book-service');
  assert.equal(others.html, before.html);
  assert.equal(others.headers.get('vary'), 'Accept-Encoding, Cookie');
  assert.match((await release('status')).said, new RegExp(`^Preview of cart: ${version}, /preview`, 'm'));
  assert.match((await release('preview', 'cart', version!)).said, /is open to testers already/);
});

test('any other cookie or address shows the live site and says so', async () => {
  const liveOne = await documentOf('/');
  const hostile = [
    'cart@9.9.9',
    'cart',
    '@',
    `cart@${'9'.repeat(3000)}`,
    'cart@../../x',
    '"><script>alert(1)</script>',
  ];
  for (const asked of [...hostile, `cart@${firstCart}`, 'shell@1.3.0']) {
    const shown = await previewOf('/', asked);
    assert.equal(shown.release, `preview-${liveOne.release}`, asked);
    assert.match(shown.html, /This preview is not open\. You see the live site\./);
    assert.ok(!shown.html.includes('alert(1)'));
    assert.equal(shown.headers.get('cache-control'), 'private, no-store');
  }
  for (const query of [
    '',
    'cart',
    'cart=9.9.9',
    'cart=',
    '=',
    '__proto__=1',
    `cart=${encodeURIComponent('1;Path=/x')}`,
  ]) {
    const answer = await fetch(`${site.url}/preview?${query}`, { redirect: 'manual' });
    assert.deepEqual([answer.status, answer.headers.get('set-cookie')], [404, null], query);
    assert.match(await answer.text(), /Nothing has changed/);
  }
});

test('the link above the page ends a preview, and the release tool ends it for all testers', async () => {
  const end = await fetch(`${site.url}/preview?end`, { redirect: 'manual' });
  assert.match(end.headers.get('set-cookie')!, /^ts_preview=; Max-Age=0; Path=\//);
  const [preview] = readLiveRecord(siteFolder)!.previews!;
  assert.match((await release('preview', 'cart', '--end')).said, /The preview of cart 1\.3\.0-\w+ has ended/);
  assert.equal(readLiveRecord(siteFolder)!.previews, undefined);
  assert.match((await previewOf('/', `cart@${preview!.version}`)).html, /This preview is not open/);
  assert.equal((await documentOf('/')).headers.get('vary'), 'Accept-Encoding');
  assert.equal((await release('preview', 'cart', '--end')).code, 1);
});

test('the release tool opens a published version to testers when it passes the gates', async () => {
  const { version } = publishAgain(siteFolder, 'catalog', '1.8.0');
  const { code, said } = await release('preview', 'catalog', version);
  assert.equal(code, 0, said);
  assert.match(said, /Rendered \d+ pages/);
  assert.ok((await previewOf('/', `catalog@${version}`)).html.includes(`/r/catalog/${version}/`));
  const record = join(siteFolder, 'private/catalog', version, 'release.json');
  const good = readFileSync(record, 'utf8');
  const misfit = JSON.parse(good) as { shares: Record<string, string> };
  writeFileSync(record, JSON.stringify({ ...misfit, shares: { ...misfit.shares, react: '^20.0.0' } }));
  assert.equal((await release('preview', 'catalog', '--end')).code, 0);
  assert.match((await release('preview', 'catalog', version)).said, /react/);
  assert.equal(readLiveRecord(siteFolder)!.previews, undefined);
  writeFileSync(record, good);
});

test('`watch` ends a canary whose visitors report errors', async () => {
  const { version } = publishAgain(siteFolder, 'catalog', '1.9.0');
  await makeLive({ url: site.url, siteFolder }, { canary: { app: 'catalog', version, percent: 50 } });
  const { url, key } = findRunningSite(siteFolder)!.backend;
  const event = { app: 'catalog', version, canary: true, site_release: 'x' };
  const visit: Report = { ...event, kind: 'visit' };
  const error: Report = { ...event, kind: 'error', name: 'TypeError', message: 'no wheels' };
  await poll('the database to know the canary', async () => {
    const { kept } = await reportPageLoad({ url, anonKey: key }, '203.0.113.99', [visit]);
    return kept === 1;
  });
  await reportFrom({ url, anonKey: key }, 12, [...Array<Report>(60).fill(visit), ...Array<Report>(12).fill(error)]);
  const { code, said } = await release('watch');
  assert.equal(code, 1, said);
  assert.match(said, /19\.6 % errors per visit in 56 visits.*over the budget/);
  assert.equal(readLiveRecord(siteFolder)!.canary, null);
  assert.equal(readHistory(siteFolder).at(-1)!.action, 'auto-rollback');
  assert.match((await release('watch')).said, /No canary runs/);
});

test('gc removes nothing recent', async () => {
  assert.match((await release('gc')).said, /Everything in the site folder is in use/);
});

test('a disabled remote shows nothing of its pages and none of its files is referenced', async () => {
  assert.equal((await release('disable', 'cart')).code, 0);
  const off = await documentOf('/book-service');
  assert.ok(off.html.includes('<div id="root"></div>'), 'its cached page is not served');
  assert.ok(!/<(link|script)[^>]+\/r\/cart\//.test(off.html));
  assert.equal((await release('disable', 'shell')).code, 1);
  assert.equal((await release('enable', 'cart')).code, 0);
  assert.ok(!(await documentOf('/book-service')).html.includes('<div id="root"></div>'));
});

test('the site survives a damaged live.json, and the next command continues from the newest good record', async (t) => {
  const { release: before } = await documentOf('/');
  const good = readFileSync(join(siteFolder, 'live.json'), 'utf8');
  const told = t.mock.method(console, 'warn', () => undefined);
  writeFileSync(join(siteFolder, 'live.json'), good.slice(0, 100));
  assert.match((await release('status')).said, /live\.json is damaged/);
  const noticed = () => told.mock.calls.some((call) => String(call.arguments[0]).includes('the former one stays live'));
  await poll('the server to notice', () => Promise.resolve(noticed()));
  assert.equal((await documentOf('/')).release, before);
  assert.equal((await release('disable', 'admin')).code, 0);
  assert.deepEqual(readLiveRecord(siteFolder)!.disabled, ['admin']);
  assert.notEqual((await documentOf('/')).release, before);
});

test('status and history are printed for people and for programs', async () => {
  const { said } = await release('status');
  assert.match(said, /^cart +1\.2\.0-\w+$/m);
  assert.match(said, new RegExp(`Served at ${site.url}`));
  const status = JSON.parse((await release('status', '--json')).said) as { apps: Record<string, string>; url: string };
  assert.deepEqual([status.apps.cart, status.url], [live('cart'), site.url]);
  const history = JSON.parse((await release('history', '--json')).said) as { action: string }[];
  assert.ok(history.some(({ action }) => action === 'promote'));
  assert.match((await release('history')).said, /cart 1\.2\.0-\w+ is live for everyone, before it/);
});
