import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { SITE_KEY_HEADER } from '../../backend/gateway/site-key.ts';
import { silentLogger, type LogFields } from '../../backend/logger.ts';
import type { LiveRecord } from '../../site/record/live-record.ts';
import { openSite } from './start-site.ts';
import { poll } from '../../backend/testing/poll.ts';

/* A site whose backend allows one address almost no requests: its own server's reads are not counted. */
const logged: (LogFields | undefined)[] = [];
const dataFolder = mkdtempSync(join(tmpdir(), 'twostroke-start-'));
const { site, backend, stop } = await openSite(
  { port: 0, dataFolder, reset: false, demo: true, build: false, renderAhead: true, backend: { kind: 'embedded' } },
  {
    logger: { ...silentLogger, warn: (_, fields) => void logged.push(fields) },
    limits: {
      requestsPerAddress: { max: 3, perSeconds: 600 },
      calls: { prices_per_address: { max: 1, perSeconds: 600 } },
    },
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

test('a client that requests very many pages at once gets each of them complete', async () => {
  const siteMap = await read('/sitemap.xml');
  assert.equal(siteMap.status, 200);
  const paths = [...siteMap.html.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path]) => path!);
  const offers = paths.filter((path) => path.split('/').length === 5).filter((_, at) => at % 50 === 0);
  assert.ok(offers.length > 20, `${offers.length} pages of a model and a package`);
  const pages = await Promise.all([...offers, '/location/kondhwa', '/bikes/royal-enfield/classic-350'].map(read));
  for (const { status, html } of pages) {
    assert.equal(status, 200);
    assert.match(html, /<main.*<h1.*₹/s);
    assert.ok(!html.includes(backend!.siteKey), 'the key stays with the server');
  }
  assert.equal((await read('/sitemap.xml')).status, 200);
});

test('the limits of visitors are unchanged', async () => {
  const ask = () => fetch(`${site.url}/rest/v1/brands?select=slug`, { headers: { apikey: backend!.anonKey } });
  const statuses = (await Promise.all(Array.from({ length: 5 }, ask))).map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [200, 200, 200, 429, 429]);
});

test('it is alive and ready, with its database, its outbox and its renderer', async () => {
  assert.equal((await read('/healthz')).html, '{"alive":true}\n');
  const { status, html } = await read('/readyz');
  const parts = { database: 'ready', outbox: 'ready', renderer: 'ready' };
  assert.deepEqual([status, JSON.parse(html)], [200, { ready: true, ...parts }]);
});

test('pages are rendered once at the first start, from the present content', async () => {
  const pages = join(dataFolder, 'site/pages');
  const contents = () =>
    readdirSync(pages, { recursive: true }).filter((name) => /^[^/]+\/[^/]+\/[^/]+$/.test(String(name)));
  await poll('a page', () => Promise.resolve(existsSync(pages) && contents().length > 0));
  const names = new Set(contents().map((name) => String(name).split('/').at(-1)));
  assert.equal(names.size, 1);
  assert.ok(!names.has('unknown'));
});

test('a flip is a line of the log', async () => {
  const file = join(dataFolder, 'site/live.json');
  const record = JSON.parse(readFileSync(file, 'utf8')) as LiveRecord;
  const flipped = { ...record, disabled: ['cart'], sequence: record.sequence + 1, flippedBy: 'asha' };
  writeFileSync(file, JSON.stringify(flipped));
  const flips = () => logged.filter((fields) => fields?.event === 'flip');
  await poll('the line', () => Promise.resolve(flips().length > 0));
  assert.deepEqual(flips(), [{ event: 'flip', subject: '+ cart disabled', sequence: flipped.sequence, by: 'asha' }]);
});

test('a Supabase project gets the key with every read for pages, and documents do not contain it', async (t) => {
  const key = 'k'.repeat(32);
  const heard: [path: string, key: string | undefined][] = [];
  const project = createServer((request, response) => {
    heard.push([
      new URL(request.url ?? '', 'http://x').pathname,
      request.headers[SITE_KEY_HEADER] as string | undefined,
    ]);
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(request.url?.includes('content_version') ? '"content"' : '[]');
  });
  await once(project.listen(0, '127.0.0.1'), 'listening');
  t.after(() => (project.closeAllConnections(), project.close()));
  const { port } = project.address() as AddressInfo;
  const folder = mkdtempSync(join(tmpdir(), 'twostroke-start-'));
  const supabase = { kind: 'supabase', url: `http://127.0.0.1:${port}`, key: 'anon-key', siteKey: key } as const;
  const options = { port: 0, dataFolder: folder, reset: false, demo: false, build: false, renderAhead: false };
  const { site: other, stop: stopOther } = await openSite({ ...options, backend: supabase });
  t.after(async () => {
    await stopOther();
    rmSync(folder, { recursive: true, force: true });
  });
  heard.length = 0;
  assert.equal((await fetch(`${other.url}/sitemap.xml`)).status, 200);
  const document = await (await fetch(`${other.url}/faq`)).text();
  assert.match(document, /<h1/);
  assert.ok(!document.includes(key));
  const paths = new Set(heard.map(([path]) => path.replace('/rest/v1/', '')));
  for (const read of ['brands', 'faqs', 'rpc/content_version'])
    assert.ok(paths.has(read), `${read} of ${[...paths].join(' ')}`);
  assert.deepEqual(new Set(heard.map(([, given]) => given)), new Set([key]));
  const ready = async () => (await fetch(`${other.url}/readyz`)).json();
  assert.deepEqual(await ready(), { ready: true, database: 'ready', renderer: 'ready' });
  project.closeAllConnections();
  project.close();
  await poll('the loss', async () => (await fetch(`${other.url}/readyz`)).status === 503);
  assert.deepEqual(await ready(), { ready: false, database: 'not ready', renderer: 'ready' });
});
