import assert from 'node:assert/strict';
import { get, type IncomingHttpHeaders } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { poll } from '../../backend/testing/poll.ts';
import { composeLive } from '../record/live.ts';
import { makeSmallSite } from '../testing/small-site.ts';
import { startSiteServer } from './site-server.ts';

const site = makeSmallSite();
after(() => site.remove());
site.addVersion('2.0.0');

/** A Node build of a shell whose pages show the version of the remote, and a text that a test may change. */
const shell = join(site.folder, 'shell.mjs');
const text = join(site.folder, 'text');
writeFileSync(text, 'first text');
writeFileSync(
  shell,
  `import { readFileSync } from 'node:fs';
  export const createPageRenderer = ({ registry }) => async (path) => {
    const route = registry.routes.find((one) => one.path === path);
    const body = registry.remotes[0]?.version + ' ' + readFileSync(${JSON.stringify(text)}, 'utf8');
    return { routeId: route?.id ?? 'not-found', head: '', body, loaderData: {}, jsonLd: [] };
  };`,
);
const liveWith = (changes: Partial<typeof site.record> = {}) => {
  const live = composeLive(site.folder, { ...site.record, ...changes });
  return { ...live, nodeEntries: { ...live.nodeEntries, shell } };
};
let content = 'first';

async function open() {
  const server = await startSiteServer({
    siteFolder: site.folder,
    live: liveWith(),
    browserBackend: { url: '', key: 'public-key' },
    fetchRows: site.fetchRows,
    contentVersion: () => Promise.resolve(content),
  });
  after(() => server.close());
  return server;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** fetch would unpack the body and add headers of its own. */
function ask(address: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = get(address, { headers, method, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    });
    asked.on('error', reject);
  });
}

const unpacked = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body: Buffer) => body,
};

test('a document has one body in three encodings, each with its own tag, and HEAD tells the same without it', async () => {
  const { url } = await open();
  const tags = new Set<string>();
  for (const encoding of ['br', 'gzip', 'identity'] as const) {
    const accepts = { 'accept-encoding': encoding };
    const answer = await ask(url, accepts);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-encoding'], encoding === 'identity' ? undefined : encoding);
    assert.equal(answer.headers.vary, 'Accept-Encoding');
    assert.equal(Number(answer.headers['content-length']), answer.body.length);
    assert.match(String(unpacked[encoding](answer.body)), /1\.0\.0 first text/);
    tags.add(answer.headers.etag!);
    const head = await ask(url, accepts, 'HEAD');
    assert.equal(head.body.length, 0);
    for (const name of ['etag', 'content-length', 'content-encoding'])
      assert.equal(head.headers[name], answer.headers[name], `${encoding}: ${name}`);
  }
  assert.equal(tags.size, 3);
});

test('who has the same bytes is answered 304 with the headers of a document; another encoding, tag or status is not', async () => {
  const { url } = await open();
  const brotli = { 'accept-encoding': 'br' };
  const { headers } = await ask(url, brotli);
  for (const tag of [headers.etag!, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
    const answer = await ask(url, { ...brotli, 'if-none-match': tag });
    assert.equal(answer.status, 304, tag);
    assert.equal(answer.body.length, 0);
    for (const name of ['etag', 'vary', 'cache-control', 'content-security-policy'])
      assert.equal(answer.headers[name], headers[name], name);
  }
  const gzip = { 'accept-encoding': 'gzip', 'if-none-match': headers.etag! };
  assert.equal((await ask(url, gzip)).status, 200);
  assert.equal((await ask(url, { ...brotli, 'if-none-match': '"other"' })).status, 200);
  const missing = await ask(`${url}/no-such-page`, brotli);
  assert.equal(missing.status, 404);
  const again = { ...brotli, 'if-none-match': missing.headers.etag! };
  assert.equal((await ask(`${url}/no-such-page`, again)).status, 404);
});

test('a flip, a disabled remote and a page that was stored anew are served at once', async () => {
  const server = await open();
  const brotli = { 'accept-encoding': 'br' };
  const first = await ask(server.url, brotli);
  const known = { ...brotli, 'if-none-match': first.headers.etag! };
  assert.equal((await ask(server.url, known)).status, 304);
  // Its page stays stored at a flip of the remote; the releases that its document names do not.
  const missing = async () => String(brotliDecompressSync((await ask(`${server.url}/no-such-page`, brotli)).body));
  assert.match(await missing(), /"version":"1\.0\.0"/);

  server.setLive(liveWith({ apps: { shell: '1.0.0', catalog: '2.0.0' } }));
  const flipped = await ask(server.url, known);
  assert.equal(flipped.status, 200);
  assert.match(String(brotliDecompressSync(flipped.body)), /2\.0\.0 first text/);
  assert.match(await missing(), /"version":"2\.0\.0"/);

  server.setLive(liveWith({ disabled: ['catalog'] }));
  assert.equal((await ask(server.url, known)).status, 503);

  // As another process does, which renders the documents of a file server.
  server.setLive(liveWith());
  const back = await ask(server.url, brotli);
  const stored = join(site.folder, 'pages/shell-1.0.0/catalog-1.0.0/first/%2F.json');
  const page = { routeId: 'catalog:home', head: '', body: 'stored anew', loaderData: {}, jsonLd: [] };
  writeFileSync(stored, JSON.stringify({ ...page, path: '/', renderedAt: new Date().toISOString(), content }));
  const renewed = await ask(server.url, { ...brotli, 'if-none-match': back.headers.etag! });
  assert.equal(renewed.status, 200);
  assert.match(String(brotliDecompressSync(renewed.body)), /stored anew/);
});

test('a change of the content is served as soon as it is known', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { url } = await open();
  const { headers } = await ask(url, { 'accept-encoding': 'br' });
  content = 'second';
  writeFileSync(text, 'second text');
  t.mock.timers.tick(20_000);
  const known = { 'accept-encoding': 'br', 'if-none-match': headers.etag! };
  await poll('the changed content', async () => {
    const answer = await ask(url, known);
    return answer.status === 200 && /second text/.test(String(brotliDecompressSync(answer.body)));
  });
});
