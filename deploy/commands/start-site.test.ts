import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { silentLogger } from '../backend/logger.ts';
import { openSite } from './start-site.ts';
import { until } from '../e2e/until.ts';

/*
 * A site whose backend lets one address ask next to nothing: what its own server reads for the pages is not counted.
 */
const dataFolder = mkdtempSync(join(tmpdir(), 'twostroke-start-'));
const { site, backend, stop } = await openSite(
  { port: 0, dataFolder, reset: false, demo: true, build: false, renderAhead: true, backend: { kind: 'embedded' } },
  {
    logger: silentLogger,
    limits: { requestsPerAddress: { max: 3, perSeconds: 600 }, pricesPerAddress: { max: 1, perSeconds: 600 } },
  },
);
after(async () => {
  await stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

const read = async (path: string) => {
  const answer = await fetch(site.url + path);
  return { status: answer.status, html: await answer.text() };
};

test('whoever asks for very many pages at once gets each of them whole', async () => {
  const siteMap = await read('/sitemap.xml');
  assert.equal(siteMap.status, 200);
  const paths = [...siteMap.html.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path]) => path!);
  const offers = paths.filter((path) => path.split('/').length === 5).filter((_, at) => at % 15 === 0);
  assert.ok(offers.length > 80, `${offers.length} pages of a model and a package`);
  const pages = await Promise.all([...offers, '/location/kondhwa', '/bikes/royal-enfield/classic-350'].map(read));
  for (const { status, html } of pages) {
    assert.equal(status, 200);
    assert.match(html, /<main.*<h1.*₹/s);
    assert.ok(!html.includes(backend!.siteKey), 'the key stays with the server');
  }
  assert.equal((await read('/sitemap.xml')).status, 200);
});

test('the visitors’ own limits are as they were', async () => {
  const ask = () => fetch(`${site.url}/rest/v1/brands?select=slug`, { headers: { apikey: backend!.anonKey } });
  const statuses = (await Promise.all(Array.from({ length: 5 }, ask))).map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [200, 200, 200, 429, 429]);
});

test('pages are rendered once at the first start, of the content that is there', async () => {
  const pages = join(dataFolder, 'site/pages');
  const contents = () =>
    readdirSync(pages, { recursive: true }).filter((name) => /^[^/]+\/[^/]+\/[^/]+$/.test(String(name)));
  await until('a page', () => Promise.resolve(existsSync(pages) && contents().length > 0));
  const names = new Set(contents().map((name) => String(name).split('/').at(-1)));
  assert.equal(names.size, 1);
  assert.ok(!names.has('unknown'));
});
