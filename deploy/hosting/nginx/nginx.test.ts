import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { WebSocket, WebSocketServer } from 'ws';
import { makeSmallSite, renderSmallSite } from '../../release/static/testing/small-site.ts';
import { fixedContentSecurityPolicy } from '../../server/security-headers.ts';
import { startNginx, type RunningNginx } from '../testing/start-nginx.ts';
import { writeNginxConfig } from './write-nginx-config.ts';

const site = makeSmallSite();
/** Stands for the backend: answers what it was sent. */
const backend = createServer((req, res) => {
  let body = '';
  req.on('data', (chunk: Buffer) => (body += chunk.toString()));
  req.on('end', () => {
    res.writeHead(200, { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff' });
    res.end(JSON.stringify({ url: req.url, headers: req.headers, bytes: body.length }));
  });
});
const sockets = new WebSocketServer({ server: backend });
sockets.on('connection', (socket) => socket.on('message', (text) => socket.send(`heard ${String(text)}`)));

let nginx: RunningNginx;
let secure: RunningNginx;

before(async () => {
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  const proxiedBackend = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
  await renderSmallSite(site);
  writeFileSync(join(site.folder, 'live.json'), JSON.stringify(site.record));
  nginx = await startNginx({ siteFolder: site.folder, proxiedBackend });
  secure = await startNginx({
    siteFolder: site.folder,
    proxiedBackend: null,
    backendOrigin: 'https://abc.supabase.co',
    https: true,
  });
});
after(async () => {
  await nginx?.close();
  await secure?.close();
  sockets.close();
  backend.close();
  backend.closeAllConnections();
  site.remove();
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A request as it is: no decoding, no following, the path exactly as written. */
function ask(
  path: string,
  { headers = {}, method = 'GET', url = nginx.url, body = '' }: Partial<RequestOptions> = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers }, (res) => {
      const parts: Buffer[] = [];
      res.on('data', (part: Buffer) => parts.push(part));
      res.on('end', () => resolve({ status: res.statusCode!, headers: res.headers, body: Buffer.concat(parts) }));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
interface RequestOptions {
  headers: Record<string, string>;
  method: string;
  url: string;
  body: string;
}

test('a document: its text, not to be kept without asking, and every security header once', async () => {
  const { status, headers, body } = await ask('/bikes/royal-enfield/classic-350');
  assert.equal(status, 200);
  assert.ok(body.toString().includes('<h1>/bikes/royal-enfield/classic-350</h1>'));
  assert.deepEqual(pick(headers), {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': fixedContentSecurityPolicy(null),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'integrity-policy': 'blocked-destinations=(script)',
  });
  assert.equal(headers['strict-transport-security'], undefined, 'this one is not behind https');
  assert.equal(headers['set-cookie'], undefined);
  assert.equal(headers.server, 'nginx', 'no version');
});

test('over https every answer says that the site is never to be asked without it', async () => {
  for (const path of ['/', '/nowhere', '/bikes/', '/r/shell/1.0.0/main.js', '/r/nothing.js', '/robots.txt'])
    assert.equal((await ask(path, { url: secure.url })).headers['strict-transport-security'], 'max-age=31536000', path);
});

test('the policy lets the browser talk to a backend of another origin', async () => {
  const { headers } = await ask('/', { url: secure.url });
  assert.match(
    String(headers['content-security-policy']),
    /; connect-src 'self' https:\/\/abc\.supabase\.co wss:\/\/abc\.supabase\.co; /,
  );
});

test('documents and files come as they were compressed', async () => {
  for (const path of [
    '/',
    '/bikes',
    '/offers/rain/2026/offer-7',
    '/nowhere',
    '/sitemap.xml',
    '/r/shell/1.0.0/main.js',
  ]) {
    const plain = await ask(path);
    const brotli = await ask(path, { headers: { 'Accept-Encoding': 'gzip, deflate, br' } });
    const gzip = await ask(path, { headers: { 'Accept-Encoding': 'gzip' } });
    assert.equal(plain.headers['content-encoding'], undefined, path);
    assert.equal(brotli.headers['content-encoding'], 'br', path);
    assert.equal(gzip.headers['content-encoding'], 'gzip', path);
    assert.ok(brotliDecompressSync(brotli.body).equals(plain.body), path);
    assert.ok(gunzipSync(gzip.body).equals(plain.body), path);
    assert.match(String(brotli.headers.vary), /Accept-Encoding/, path);
    assert.equal(brotli.headers['content-type'], plain.headers['content-type'], path);
  }
});

test('the files beside the documents are of their type and not kept without asking', async () => {
  for (const [path, type] of [
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/sitemap.xml', 'application/xml; charset=utf-8'],
    ['/release.json', 'application/json; charset=utf-8'],
    ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
  ] as const) {
    const { status, headers } = await ask(path);
    assert.deepEqual([status, headers['content-type'], headers['cache-control']], [200, type, 'no-cache'], path);
    assert.equal(headers['x-content-type-options'], 'nosniff', path);
  }
});

test('files of releases are kept for ever, and are of their type', async () => {
  for (const [file, type] of [
    ['main.js', 'text/javascript; charset=utf-8'],
    ['main.css', 'text/css; charset=utf-8'],
  ] as const) {
    const { status, headers } = await ask(`/r/shell/1.0.0/${file}`);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], type);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['x-content-type-options'], 'nosniff');
  }
});

test('a missing file is a short 404 that nobody keeps', async () => {
  for (const path of ['/r/shell/1.0.0/nothing.js', '/r/shell/1.0.0/', '/r/', '/r/shell/1.0.0/main.js.br']) {
    const { status, headers, body } = await ask(path);
    assert.deepEqual([status, body.toString()], [404, 'There is no such file.\n'], path);
    assert.equal(headers['cache-control'], undefined, path);
  }
});

test('an address that is no page answers 404 with the not-found page', async () => {
  const wrong = ['/nowhere', '/bikes/royal-enfield', '/bikes/honda/x', '/offers/rain/2026/offer-99', '/index', '/404'];
  for (const path of [...wrong, '/index.html', '/404.html', '/bikes.html', '/bikes.html.br', '/%2e%2e/live.json']) {
    const { status, headers, body } = await ask(path);
    assert.equal(status === 404 || status === 400, true, `${path} answered ${status}`);
    if (status === 400) continue; // nginx refuses it before looking
    assert.ok(body.toString().includes('<h1>This road ends here</h1>'), path);
    assert.equal(headers['content-security-policy'], fixedContentSecurityPolicy(null), path);
  }
});

test('nothing but documents and release files is served', async () => {
  for (const path of [
    '/private/shell/1.0.0/release.json',
    '/private/shell/1.0.0/node/server.mjs',
    '/live.json',
    '/documents/live/stable/index.html',
    '/r/../live.json',
    '/r/../private/shell/1.0.0/release.json',
    '/r/%2e%2e/private/shell/1.0.0/release.json',
    '/r/..%2flive.json',
    '/r//../live.json',
    '/buckets/0/index.html',
  ]) {
    const { status, body } = await ask(path);
    assert.ok(status === 404 || status === 400, `${path} answered ${status}`);
    assert.ok(!body.includes('federationVersion') && !body.includes('flippedBy'), path);
  }
});

test('each page has one address: a slash at the end leads to it', async () => {
  for (const [path, location] of [
    ['/bikes/', '/bikes'],
    ['/bikes/royal-enfield/classic-350/?from=x', '/bikes/royal-enfield/classic-350?from=x'],
    ['//evil.example/', '/evil.example'],
  ] as const) {
    const { status, headers } = await ask(path);
    assert.deepEqual([status, headers.location], [308, location]);
    assert.equal(headers['x-content-type-options'], 'nosniff');
  }
  const split = await ask('/a%0d%0aSet-Cookie:x=1/');
  assert.equal(split.headers.location, undefined);
  assert.equal(split.headers['set-cookie'], undefined);
});

test('documents are only read', async () => {
  for (const method of ['POST', 'DELETE', 'TRACE']) assert.equal((await ask('/bikes', { method })).status, 405, method);
  const { status, headers, body } = await ask('/bikes', { method: 'HEAD' });
  assert.deepEqual([status, body.length], [200, 0]);
  assert.ok(Number(headers['content-length']) > 500);
});

test('the backend answers under the own origin, and learns who asked', async () => {
  const { status, headers, body } = await ask('/rest/v1/brands?select=slug', {
    headers: { 'X-Forwarded-For': '6.6.6.6', 'X-Forwarded-Proto': 'https', apikey: 'public-key' },
  });
  const heard = JSON.parse(body.toString()) as { url: string; headers: Record<string, string> };
  assert.equal(status, 200);
  assert.equal(heard.url, '/rest/v1/brands?select=slug');
  assert.equal(heard.headers['x-forwarded-for'], '127.0.0.1', 'not what the visitor claims');
  assert.equal(heard.headers['x-forwarded-proto'], 'http');
  assert.equal(heard.headers.host, new URL(nginx.url).host);
  assert.equal(heard.headers.apikey, 'public-key');
  assert.equal(headers['x-content-type-options'], 'nosniff', 'once');
  assert.equal((await ask('/auth/v1/settings')).status, 200);
  assert.equal((await ask('/payments/v1/webhooks/razorpay', { method: 'POST', body: '{}' })).status, 200);
  assert.equal((await ask('/_system/x')).status, 404, 'no other door');
  assert.equal((await ask('/rest/v1/../../_system')).status, 404);
});

test('a request that is too large does not reach the backend', async () => {
  const post = (bytes: number) => ask('/rest/v1/rpc/x', { method: 'POST', body: 'x'.repeat(bytes) });
  assert.equal((await post(200 * 1024)).status, 200);
  assert.equal((await post(300 * 1024)).status, 413);
});

test('live changes come through: the socket is passed on', async () => {
  const socket = new WebSocket(`${nginx.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=1.0.0`);
  const heard = await new Promise<string>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => socket.send('hello'));
    socket.on('message', (data) => resolve(String(data)));
  });
  socket.close();
  assert.equal(heard, 'heard hello');
});

test('a backend that is down is 503 in the form that the site understands; pages are there', async () => {
  const down = await startNginx({ siteFolder: site.folder, proxiedBackend: 'http://127.0.0.1:9' });
  try {
    const { status, headers, body } = await ask('/rest/v1/brands', { url: down.url });
    assert.equal(status, 503);
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.equal((JSON.parse(body.toString()) as { hint: string }).hint, 'unavailable');
    assert.equal((await ask('/bikes', { url: down.url })).status, 200);
  } finally {
    await down.close();
  }
});

test('a running canary: a bucket for each visitor, kept in a cookie, and its documents for its share', async () => {
  const versionOf = ({ body }: Answer): string => /(of|catalog\/)(\d\.0\.0)/.exec(body.toString())![2]!;
  const withBucket = (bucket: string) => ask('/bikes', { headers: { Cookie: `a=b; ts_bucket=${bucket}; c=d` } });
  site.addVersion('2.0.0');
  await renderSmallSite(site, { sequence: 2, canary: { app: 'catalog', version: '2.0.0', percent: 30 } });
  for (const [bucket, version] of Object.entries({ 0: '2.0.0', 29: '2.0.0', 30: '1.0.0', 99: '1.0.0' })) {
    const answer = await withBucket(bucket);
    assert.equal(versionOf(answer), version, `bucket ${bucket}`);
    assert.equal(answer.headers['set-cookie'], undefined, 'he has one');
    assert.match(String(answer.headers.vary), /Cookie/);
  }
  const newcomers = await Promise.all(Array.from({ length: 60 }, () => ask('/bikes')));
  const buckets = newcomers.map((answer) => {
    const [cookie] = answer.headers['set-cookie'] ?? [];
    const [, bucket] =
      /^ts_bucket=(\d{1,2}); Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/.exec(cookie ?? '') ?? [];
    assert.ok(bucket, `cookie ${cookie}`);
    assert.equal(versionOf(answer), Number(bucket) < 30 ? '2.0.0' : '1.0.0', `new bucket ${bucket}`);
    return bucket;
  });
  assert.ok(new Set(buckets).size > 5, 'not all the same');
  for (const forged of ['100', '-1', '../private', 'x', '']) {
    const answer = await withBucket(forged);
    assert.equal(answer.status, 200, forged);
    assert.ok(answer.headers['set-cookie'], `${forged} is replaced`);
  }
  await renderSmallSite(site, { sequence: 3 });
  const afterwards = await withBucket('0');
  assert.equal(versionOf(afterwards), '1.0.0');
  assert.equal((await ask('/bikes')).headers['set-cookie'], undefined, 'no cookie without a canary');
});

test('the page of a remote that is switched off answers 503 with its document, and when to come back', async () => {
  const usual = await ask('/bikes');
  await renderSmallSite(site, { sequence: 8, disabled: ['catalog'] });
  for (const path of ['/', '/bikes', '/bikes/royal-enfield/classic-350', '/offers/rain/2026/offer-3', '/account']) {
    const { status, headers, body } = await ask(path);
    assert.deepEqual([status, headers['retry-after']], [503, '600'], path);
    assert.deepEqual(pick(headers), { ...pick(usual.headers), 'retry-after': '600' }, path);
    assert.ok(body.toString().includes('<div id="root"></div>') && body.toString().includes('"disabled":true'), path);
  }
  const { status, headers } = await ask('/nowhere');
  assert.deepEqual([status, headers['retry-after']], [404, undefined]);
  await renderSmallSite(site, { sequence: 9 });
  assert.equal((await ask('/bikes')).status, 200);
});

test('while documents are switched, every answer is whole and of one generation', async () => {
  let asking = true;
  const seen = new Set<number>();
  const reader = (async () => {
    while (asking) {
      const { status, body } = await ask('/bikes');
      seen.add(status);
      assert.ok(body.toString().trimEnd().endsWith('</html>'));
    }
  })();
  for (let sequence = 10; sequence < 14; sequence += 1) {
    site.content.text = `text ${sequence}`;
    await renderSmallSite(site, { sequence });
    assert.ok((await ask('/bikes')).body.includes(`text ${sequence}`), 'without a reload of nginx');
  }
  asking = false;
  await reader;
  assert.deepEqual([...seen], [200]);
});

test('a setting that would change the configuration is refused', () => {
  const settings = {
    siteFolder: '/srv/twostroke',
    serverName: 'twostroke.example',
    listen: '80',
    tls: null,
    https: false,
    proxiedBackend: 'http://127.0.0.1:8080; }',
    backendOrigin: null,
  };
  assert.throws(() => writeNginxConfig(join(site.folder, 'refused'), settings), /BACKEND can't be/);
});

function pick(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const others = ['server', 'date', 'content-length', 'last-modified', 'connection', 'etag', 'accept-ranges', 'vary'];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !others.includes(name)));
}
