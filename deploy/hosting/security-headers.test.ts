import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { answerHeaders } from '../backend/gateway/answer-headers.ts';
import { nginxHeaderFiles } from './nginx/nginx-headers.ts';
import { sha256 } from '../site/documents/sha256.ts';
import { composeLive } from '../site/record/live.ts';
import { makeSmallSite } from '../site/testing/small-site.ts';
import {
  documentHeaders,
  fixedContentSecurityPolicy,
  httpsHeaders,
  releaseFileHeaders,
} from '../site/server/security-headers.ts';
import { startSiteServer } from '../site/server/site-server.ts';

const site = makeSmallSite();
site.addVersion('2.0.0');
const record = { ...site.record, canary: { app: 'catalog', version: '2.0.0', percent: 10 } };
const backend = 'https://abc.supabase.co';
const server = await startSiteServer({
  siteFolder: site.folder,
  live: composeLive(site.folder, record),
  browserBackend: { url: backend, key: 'public-key' },
  fetchRows: site.fetchRows,
});
after(async () => {
  await server.close();
  site.remove();
});

/** Headers of the connection and the body, not of the site. nginx makes the ETag of a file itself. */
const OF_THE_ANSWER = ['connection', 'content-length', 'date', 'etag', 'keep-alive', 'transfer-encoding'];

async function ask(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.url + path, { headers, redirect: 'manual' });
  const all = Object.fromEntries([...answer.headers].filter(([name]) => !OF_THE_ANSWER.includes(name)));
  return { status: answer.status, headers: all, policy: all['content-security-policy'], text: await answer.text() };
}

function withoutPolicy({ 'content-security-policy': _policy, ...others }: Record<string, string>) {
  return others;
}

function lowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The headers that nginx sends, read from the files that are written for it. */
function ofNginx(file: string): Record<string, string> {
  const lines = nginxHeaderFiles(backend)[file]!.trim().split('\n');
  return lowerCase(
    Object.fromEntries(lines.map((line) => /^add_header (\S+) "(.*)"(?: always)?;$/.exec(line)!.slice(1))),
  );
}

const everywhere = ofNginx('site-headers.conf');
const { 'content-security-policy': fixedPolicy, ...ofDocuments } = ofNginx('document-headers.conf');
/** Without the policy, which each document has of its own. */
const document = { ...ofDocuments, 'content-type': documentHeaders(true)['Content-Type'], vary: 'Accept-Encoding' };
const compressed = { 'content-encoding': 'br', vary: 'Accept-Encoding' };
const plain = { ...everywhere, 'cache-control': 'no-cache' };

test('a document, the not-found page and a page of an account have the headers that nginx sends, and no other', async () => {
  assert.deepEqual(Object.keys(everywhere).length, 5);
  for (const [path, status] of [
    ['/bikes', 200],
    ['/nowhere', 404],
    ['/account', 200],
  ] as const) {
    const answer = await ask(path, { 'accept-encoding': 'br' });
    assert.equal(answer.status, status);
    assert.deepEqual(withoutPolicy(answer.headers), { ...document, ...compressed }, path);
    assert.deepEqual(withoutPolicy((await ask(path, { 'accept-encoding': 'identity' })).headers), document, path);
  }
});

test('its policy is the fixed one of nginx, with hashes of exactly its inline code', async () => {
  assert.equal(fixedPolicy, fixedContentSecurityPolicy(backend));
  const parts = (policy: string): Map<string, string> =>
    new Map(policy.split('; ').map((part) => [part.split(' ')[0]!, part]));
  const { policy, text } = await ask('/bikes');
  const [own, fixed] = [parts(policy!), parts(fixedPolicy!)];
  for (const name of ['script-src', 'style-src']) {
    assert.ok(!own.get(name)!.includes('unsafe'), own.get(name));
    own.delete(name);
    fixed.delete(name);
  }
  assert.deepEqual(own, fixed);
  const inline = [...text.matchAll(/<script(?: type="importmap")?>(.*?)<\/script>/gs)].map(([, script]) => script!);
  assert.equal(inline.length, 2, 'the import map, and the theme');
  for (const script of inline) assert.ok(policy!.includes(`'${sha256(script)}'`));
});

test('the API sends the policy and the nosniff of every answer of the site', () => {
  assert.deepEqual(
    answerHeaders,
    Object.fromEntries(Object.keys(answerHeaders).map((name) => [name, everywhere[name]])),
  );
});

test('the page of a disabled remote answers 503 with Retry-After', async () => {
  server.setLive(composeLive(site.folder, { ...record, canary: null, disabled: ['catalog'] }));
  for (const path of ['/', '/bikes', '/account']) {
    const { status, headers } = await ask(path, { 'accept-encoding': 'identity' });
    assert.equal(status, 503);
    assert.deepEqual(withoutPolicy(headers), { ...document, ...ofNginx('switched-off-headers.conf') }, path);
  }
  assert.equal((await ask('/nowhere')).status, 404);
  server.setLive(composeLive(site.folder, record));
  const { status, headers } = await ask('/bikes');
  assert.deepEqual([status, headers['retry-after']], [200, undefined]);
});

test('a file of a release is cached for ever, and a 404 is not', async () => {
  const file = '/r/catalog/1.0.0/remoteEntry.js';
  const { status, headers } = await ask(file, { 'accept-encoding': 'br' });
  const type = 'text/javascript; charset=utf-8';
  const vary = 'Accept-Encoding, Available-Dictionary';
  assert.equal(status, 200);
  assert.deepEqual(headers, {
    ...everywhere,
    ...lowerCase(releaseFileHeaders),
    ...compressed,
    vary,
    'content-type': type,
  });
  assert.deepEqual(ofNginx('release-file-headers.conf'), { ...everywhere, ...lowerCase(releaseFileHeaders) });
  const missing = await ask('/r/catalog/1.0.0/nothing.js');
  assert.equal(missing.status, 404);
  assert.deepEqual(missing.headers, { ...plain, 'content-type': 'text/plain; charset=utf-8' });
});

test('the files beside the documents, a redirect and a rejected method have the headers of every answer', async () => {
  for (const [path, type] of [
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
    ['/sitemap.xml', 'application/xml; charset=utf-8'],
    ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
    ['/favicon.ico', 'image/x-icon'],
    ['/apple-touch-icon.png', 'image/png'],
    ['/release.json', 'application/json; charset=utf-8'],
  ] as const)
    assert.deepEqual((await ask(path)).headers, { ...plain, 'content-type': type }, path);
  for (const path of ['/bikes/', '/BIKES', '/%62ikes'])
    assert.deepEqual((await ask(path)).headers, { ...everywhere, location: '/bikes' }, path);
  const rejected = await fetch(`${server.url}/bikes`, { method: 'POST' });
  assert.equal(rejected.status, 405);
  for (const [name, value] of Object.entries(everywhere)) assert.equal(rejected.headers.get(name), value);
});

test('over https every answer forbids later requests over plain http', async () => {
  for (const path of ['/', '/nowhere', '/bikes/', '/r/shell/1.0.0/main.js', '/r/nothing.js', '/robots.txt']) {
    const { headers } = await ask(path, { 'x-forwarded-proto': 'https' });
    assert.deepEqual(headers, { ...(await ask(path)).headers, ...lowerCase(httpsHeaders) }, path);
  }
});

test('while a canary runs both sets of documents have the same headers, and a bucket', async () => {
  server.setLive(composeLive(site.folder, record), { live: composeLive(site.folder, record, true), percent: 10 });
  for (const [bucket, version] of [
    ['3', '2.0.0'],
    ['50', '1.0.0'],
  ] as const) {
    const known = await ask('/bikes', { cookie: `ts_bucket=${bucket}`, 'accept-encoding': 'identity' });
    assert.ok(known.text.includes(`/r/catalog/${version}/`) && known.policy!.startsWith("default-src 'none'"));
    assert.deepEqual(withoutPolicy(known.headers), { ...document, vary: 'Accept-Encoding, Cookie' });
  }
  const { 'set-cookie': cookie, ...others } = (await ask('/bikes', { 'accept-encoding': 'identity' })).headers;
  assert.match(cookie!, /^ts_bucket=\d+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  assert.deepEqual(withoutPolicy(others), { ...document, vary: 'Accept-Encoding, Cookie' });
  server.setLive(composeLive(site.folder, record));
});
