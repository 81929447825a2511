import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { readSiteIcon, siteIcons } from '../icons/site-icons.ts';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compressBrotli } from '../documents/compress-files.ts';
import { documentFileOf } from './document-file.ts';
import { exportDocuments } from './export-documents.ts';
import { contentOf, makeSmallSite } from '../testing/small-site.ts';

const site = makeSmallSite();
after(() => site.remove());
afterEach(() => site.content.failing.clear());

const options = {
  siteFolder: site.folder,
  record: site.record,
  origin: 'https://twostroke.example',
  fetchRows: site.fetchRows,
  pagesOf: site.pagesOf,
};

const contentNow = (): string => contentOf(site.content.text);

async function exportAll(record = site.record, key = 'public-key') {
  const exported = await exportDocuments({ ...options, record, content: contentNow(), backend: { url: '', key } });
  return { ...exported, bulk: await exported.bulk };
}

const read = (...path: string[]): string => readFileSync(join(site.folder, 'documents', ...path), 'utf8');

test('every public address has a file, with both compressed forms of the same text', async () => {
  const { generation, core, bulk } = await exportAll();
  assert.equal(readlinkSync(join(site.folder, 'documents/live')), generation);
  for (const file of [
    'index.html',
    'bikes.html',
    'bikes/royal-enfield/classic-350.html',
    'offers/rain/2026/offer-11.html',
  ]) {
    const text = read('live/stable', file);
    assert.ok(text.includes(`${site.content.text} of 1.0.0`), file);
    const compressed = (ending: string) => readFileSync(join(site.folder, 'documents/live/stable', file + ending));
    assert.equal(brotliDecompressSync(compressed('.br')).toString(), text);
    assert.equal(gunzipSync(compressed('.gz')).toString(), text);
  }
  assert.equal(core.documents, 4 + 4 + 1 + 1 + 7, 'pages and their content, 404, account, seven site files');
  assert.equal(bulk.documents, 12 + 12);
});

test('pages of an account are documents without a page in them; unknown addresses have one', () => {
  assert.ok(read('live/stable/account.html').includes('<div id="root"></div>'));
  assert.ok(read('live/stable/404.html').includes('<h1>This road ends here</h1>'));
});

test('sitemap and robots name the public origin', () => {
  const siteMap = read('live/stable/sitemap.xml');
  assert.equal(siteMap.split('<loc>https://twostroke.example/').length - 1, 4 + 12);
  assert.ok(read('live/stable/robots.txt').includes('Sitemap: https://twostroke.example/sitemap.xml'));
  const { release } = JSON.parse(read('live/stable/release.json')) as { release: string };
  assert.ok(read('live/stable/index.html').includes(`"release":"${release}"`), 'old tabs compare these two');
  assert.equal((JSON.parse(read('live/stable/manifest.webmanifest')) as { start_url: string }).start_url, '/');
});

test('the icons that browsers request at the root are written unchanged', () => {
  for (const name of siteIcons)
    assert.ok(readFileSync(join(site.folder, 'documents/live/stable', name)).equals(readSiteIcon(name)), name);
});

test('the policy of each document precedes everything that it governs', () => {
  const folder = join(site.folder, 'documents/live/stable');
  const documents = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
  assert.equal(documents.length, 4 + 1 + 1 + 12);
  for (const file of documents)
    assert.match(
      readFileSync(join(folder, file), 'utf8'),
      /^<!doctype html>\n<html lang="en-IN"( data-as-served)?>\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'sha256-[^"]*trusted-types 'none'">\n/,
    );
});

test('an unchanged page is the same file in the next generation', async () => {
  const before = statSync(join(site.folder, 'documents/live/stable/bikes.html')).ino;
  const { generation, core, bulk } = await exportAll();
  assert.match(generation, /^1-[0-9a-f]{8}\.2$/);
  assert.equal(statSync(join(site.folder, 'documents/live/stable/bikes.html')).ino, before);
  assert.equal(core.linked, core.documents);
  assert.equal(bulk.linked, 24);
});

test('new content is on the pages, and the previous generation stays as it was', async () => {
  const former = readlinkSync(join(site.folder, 'documents/live'));
  site.content.text = 'second text';
  await exportAll();
  assert.ok(read('live/stable/index.html').includes('second text'));
  assert.ok(read('live/stable/offers/rain/2026/offer-7.html').includes('second text'));
  assert.ok(read(former, 'stable/index.html').includes('first text'));
  assert.ok(read(former, 'stable/offers/rain/2026/offer-7.html').includes('first text'));
});

test('two concurrent exports of the same record do not disturb each other, and complete documents go live', async () => {
  const done = await Promise.all([exportAll(), exportAll(), exportAll()]);
  assert.equal(new Set(done.map(({ generation }) => generation)).size, 3);
  assert.ok(done.some(({ generation }) => generation === readlinkSync(join(site.folder, 'documents/live'))));
  const files = readdirSync(join(site.folder, 'documents/live/stable'), { recursive: true, encoding: 'utf8' });
  assert.equal(files.filter((file) => file.endsWith('.html')).length, 4 + 1 + 1 + 12);
  assert.ok(!readdirSync(join(site.folder, 'documents')).some((name) => name.endsWith('.part')));
});

test('the incomplete folder of an interrupted export is removed a day later', async () => {
  const halves = ['9-1a2b3c4d.1.part', '9-1a2b3c4d.2.part'].map((name) => join(site.folder, 'documents', name));
  for (const half of halves) mkdirSync(half);
  const twoDaysAgo = new Date(Date.now() - 48 * 3600_000);
  utimesSync(halves[0]!, twoDaysAgo, twoDaysAgo);
  await exportAll();
  assert.deepEqual(halves.map(existsSync), [false, true], 'the other export may still be running');
  rmSync(halves[1]!, { recursive: true });
});

test('beside each page is a file with its data, without live facts, in the compressed forms of a document', async () => {
  const { release, content } = JSON.parse(read('live/stable/release.json')) as Record<string, string>;
  assert.ok(release);
  const home = join('live/stable/pages/catalog/1.0.0', content!);
  for (const name of ['index', 'bikes', 'bikes/royal-enfield/classic-350', 'offers/rain/2026/offer-11']) {
    assert.deepEqual(JSON.parse(read(home, `${name}.json`)), { text: site.content.text }, name);
    for (const ending of ['.br', '.gz'])
      assert.ok(existsSync(join(site.folder, 'documents', home, `${name}.json${ending}`)), name + ending);
  }
  assert.ok(read('live/stable/bikes.html').includes(`"content":"${content}"`), 'the document names it');
  assert.ok(!existsSync(join(site.folder, 'documents', home, '404.json')));
});

test('the former content files stay reachable until the next but one change', async () => {
  const nameOfContent = contentNow();
  const of = (link: string) => `${link}/stable/pages/catalog/1.0.0/${nameOfContent}/bikes.json`;
  const text = read(of('live'));
  site.content.text = 'text of a later day';
  await exportAll();
  assert.ok(!existsSync(join(site.folder, 'documents', of('live'))));
  assert.equal(read(of('former')), text);
  site.content.text = 'second text';
  await exportAll();
  assert.ok(!existsSync(join(site.folder, 'documents/former/stable/pages/catalog/1.0.0', nameOfContent)));
});

test('keeps two generations', () => {
  const folders = readdirSync(join(site.folder, 'documents')).filter((name) => !/^(live|former)$/.test(name));
  assert.equal(folders.length, 2, folders.join(', '));
});

test("a page that can't be rendered leaves the previous documents live", async () => {
  const former = readlinkSync(join(site.folder, 'documents/live'));
  site.content.failing.add('/bikes');
  await assert.rejects(exportAll(), /its data does not come/);
  assert.equal(readlinkSync(join(site.folder, 'documents/live')), former);
  assert.ok(!readdirSync(join(site.folder, 'documents')).some((name) => name.endsWith('.part')));
});

test('after a flip no document names the previous releases, not even a page that is rendered later', async () => {
  site.addVersion('2.0.0');
  site.content.failing.add('/offers/rain/2026/offer-3');
  const record = { ...site.record, sequence: 2, apps: { ...site.record.apps, catalog: '2.0.0' } };
  const { bulk } = await exportAll(record);
  assert.deepEqual(bulk.failed, ['/offers/rain/2026/offer-3: its data does not come']);
  const folder = join(site.folder, 'documents/live/stable');
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.html')) assert.ok(!readFileSync(join(folder, file), 'utf8').includes('catalog/1.0.0'), file);
  assert.ok(
    read('live/stable/offers/rain/2026/offer-3.html').includes('<div id="root"></div>'),
    'the browser renders it',
  );
});

test('a new key of the backend is in every new document immediately', async () => {
  site.content.failing.add('/offers/rain/2026/offer-3');
  await exportAll(site.record, 'another-key');
  assert.ok(read('live/stable/offers/rain/2026/offer-3.html').includes('another-key'));
  assert.ok(read('live/stable/offers/rain/2026/offer-4.html').includes('another-key'));
});

test("a page of a route with very many that can't be rendered again keeps its previous text", async () => {
  await exportAll();
  site.content.failing.add('/offers/rain/2026/offer-3');
  const { bulk } = await exportAll();
  assert.equal(bulk.failed.length, 1);
  assert.ok(read('live/stable/offers/rain/2026/offer-3.html').includes(`${site.content.text} of 1.0.0`));
});

test('a canary has documents of its own, and its share of the buckets', async () => {
  const canary = { app: 'catalog', version: '2.0.0', percent: 5 };
  await exportAll({ ...site.record, sequence: 3, canary });
  assert.ok(read('live/stable/bikes.html').includes('of 1.0.0'));
  assert.ok(read('live/canary/bikes.html').includes('of 2.0.0'));
  const buckets = Array.from({ length: 100 }, (_, at) =>
    readlinkSync(join(site.folder, `documents/live/buckets/${at}`)),
  );
  assert.deepEqual(buckets.slice(0, 5), Array(5).fill('../canary'));
  assert.deepEqual(buckets.slice(5), Array(95).fill('../stable'));
  await exportAll({ ...site.record, sequence: 4 });
  assert.ok(!existsSync(join(site.folder, 'documents/live/canary')));
});

test('all documents name the share of reported visits immediately, and report every visit while a canary runs', async () => {
  const exportShared = async (changes: Partial<typeof site.record>, reportShare: number): Promise<void> => {
    const record = { ...site.record, ...changes };
    const backend = { url: '', key: 'public-key' };
    await (
      await exportDocuments({ ...options, record, content: contentNow(), backend, reportShare })
    ).bulk;
  };
  const rateIn = (...path: string[]) => /"telemetry":\{"sampleRate":([^}]*)\}/.exec(read('live', ...path))?.[1];
  const pages = ['bikes.html', 'offers/rain/2026/offer-3.html', 'account.html', '404.html'];
  site.content.failing.add('/offers/rain/2026/offer-3');
  await exportShared({ sequence: 5 }, 0.25);
  for (const page of pages) assert.equal(rateIn('stable', page), '0.25', page);
  const canary = { app: 'catalog', version: '2.0.0', percent: 5 };
  await exportShared({ sequence: 6, canary }, 0.25);
  for (const cohort of ['stable', 'canary']) assert.equal(rateIn(cohort, 'bikes.html'), undefined, cohort);
  await exportShared({ sequence: 7, canary }, 0);
  for (const cohort of ['stable', 'canary']) assert.equal(rateIn(cohort, 'bikes.html'), '0', cohort);
});

test('a disabled remote has documents that say so in the browser', async () => {
  await exportAll({ ...site.record, sequence: 5, disabled: ['catalog'] });
  assert.ok(read('live/stable/bikes.html').includes('<div id="root"></div>'));
  assert.ok(read('live/stable/offers/rain/2026/offer-0.html').includes('<div id="root"></div>'));
});

test('an address with an empty or invalid part has no file', () => {
  assert.equal(documentFileOf('/bikes/ktm/390-duke'), 'bikes/ktm/390-duke.html');
  for (const path of ['/bikes//x', '/../live.json', '/.hidden', '/a b', '/404', '/bikes/'])
    assert.throws(() => documentFileOf(path), /can't be a document/, path);
});

test('documents go live after a quick compression and are recompressed at the best quality afterwards', async () => {
  site.content.text = Array.from({ length: 400 }, (_, at) => `word ${(at * 7919) % 1000}`).join(' ');
  const exported = await exportDocuments({
    ...options,
    content: contentNow(),
    backend: { url: '', key: 'public-key' },
  });
  const { shrunkTo } = await exported.bulk;
  assert.ok(shrunkTo < exported.core.bytes, `${shrunkTo} of ${exported.core.bytes} bytes`);
  const shrunk = readFileSync(join(site.folder, 'documents/live/stable/index.html.br'));
  assert.deepEqual(shrunk, compressBrotli(Buffer.from(read('live/stable/index.html')), 11));
});

test('the export after an interrupted one recompresses everything', async () => {
  rmSync(join(site.folder, 'documents/live/shrunk'));
  assert.equal((await exportAll()).core.linked, 0);
  assert.equal((await exportAll()).core.linked, 17);
});
