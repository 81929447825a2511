import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { deltaEnding } from '../../site/documents/compression-dictionary.ts';
import { fixedContentSecurityPolicy, siteHeaders } from '../../site/server/security-headers.ts';
import { contentOf, renderSmallSite } from '../../site/testing/small-site.ts';
import { openNginxSite, pickHeaders } from '../testing/open-nginx-site.ts';
import { writeNginxConfig } from './write-nginx-config.ts';

const { site, nginx, secure, ask, close } = await openNginxSite();
after(close);

test('a document has its text, is revalidated on each use and has every security header once', async () => {
  const { status, headers, body } = await ask('/bikes/royal-enfield/classic-350');
  assert.equal(status, 200);
  assert.ok(body.toString().includes('<h1>/bikes/royal-enfield/classic-350</h1>'));
  assert.deepEqual(pickHeaders(headers), {
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

test('over https every answer forbids later requests without TLS', async () => {
  for (const path of ['/', '/nowhere', '/bikes/', '/r/shell/1.0.0/main.js', '/r/nothing.js', '/robots.txt'])
    assert.equal((await ask(path, { url: secure.url })).headers['strict-transport-security'], 'max-age=31536000', path);
});

test('every other answer has a policy under which it loads nothing and is shown in no frame', async () => {
  assert.equal(siteHeaders['Content-Security-Policy'], "default-src 'none'; frame-ancestors 'none'");
  const file = '/r/shell/1.0.0/main.js';
  for (const [path, method] of [
    ...['/robots.txt', '/sitemap.xml', '/release.json', file, '/r/shell/1.0.0/nothing.js', '/bikes/'].map((p) => [
      p,
      'GET',
    ]),
    ['/', 'TRACE'],
    ['/', 'PROPFIND'],
    [file, 'POST'],
    ['/rest/v1/brands', 'GET'],
  ] as const) {
    const { headers } = await ask(path, { method });
    assert.equal(headers['content-security-policy'], siteHeaders['Content-Security-Policy'], `${method} ${path}`);
    assert.equal(headers['x-content-type-options'], 'nosniff', `${method} ${path}`);
  }
});

test('the policy lets the browser talk to a backend of another origin', async () => {
  const { headers } = await ask('/', { url: secure.url });
  assert.match(
    String(headers['content-security-policy']),
    /; connect-src 'self' https:\/\/abc\.supabase\.co wss:\/\/abc\.supabase\.co; /,
  );
});

test('documents and files are sent in their compressed forms', async () => {
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

test('the files beside the documents have their type and are revalidated', async () => {
  for (const [path, type] of [
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
    ['/sitemap.xml', 'application/xml; charset=utf-8'],
    ['/release.json', 'application/json; charset=utf-8'],
    ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
    ['/favicon.ico', 'image/x-icon'],
    ['/apple-touch-icon.png', 'image/png'],
  ] as const) {
    const { status, headers } = await ask(path);
    assert.deepEqual([status, headers['content-type'], headers['cache-control']], [200, type, 'no-cache'], path);
    assert.equal(headers['x-content-type-options'], 'nosniff', path);
  }
});

test('files of releases are cached for ever, and have their type', async () => {
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

test('a browser gets what has changed since the version that it has', async () => {
  const home = join(site.folder, 'r/shell/1.0.0');
  const path = '/r/shell/1.0.0/main.69a51eca';
  const hash = (slashes: number) => `${'/'.repeat(slashes)}${'a+Z9'.repeat(11).slice(slashes, 43)}=`;
  for (const [type, mediaType] of [
    ['js', 'text/javascript'],
    ['css', 'text/css'],
  ] as const) {
    writeFileSync(join(home, `main.69a51eca.${type}`), 'whole');
    writeFileSync(join(home, `main.69a51eca.${type}.br`), 'brotli');
    for (const slashes of [0, 1, 2, 3, 4])
      writeFileSync(join(home, `main.69a51eca.${type}${deltaEnding(hash(slashes))}`), `${slashes} slashes`);
    const get = async (encodings: string, dictionary?: string) => {
      const named: Record<string, string> = dictionary === undefined ? {} : { 'Available-Dictionary': dictionary };
      const { status, headers, body } = await ask(`${path}.${type}`, {
        headers: { 'Accept-Encoding': encodings, ...named },
      });
      assert.equal(status, 200);
      assert.equal(headers['content-type']?.split(';')[0], mediaType);
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(headers['content-security-policy'], siteHeaders['Content-Security-Policy']);
      assert.match(headers.vary ?? '', /Available-Dictionary/);
      return [headers['content-encoding'], body.toString(), headers['use-as-dictionary']];
    };
    const isFor = `match="/r/shell/*/main.*.${type}"`;
    const all = 'gzip, deflate, br, zstd, dcb, dcz';
    for (const slashes of [0, 1, 2, 3, 4])
      assert.deepEqual(await get(all, `:${hash(slashes)}:`), ['dcz', `${slashes} slashes`, isFor]);
    for (const other of [`:${hash(5)}:`, ':unknown=:', ':../../private/key=:', undefined])
      assert.deepEqual(await get(all, other), ['br', 'brotli', isFor], other);
    assert.deepEqual(await get('gzip, br, zstd', `:${hash(0)}:`), ['br', 'brotli', isFor]);
    assert.deepEqual(await get('br, zstd;q=0, dcz;q=0', `:${hash(0)}:`), ['br', 'brotli', undefined]);
    const direct = `${path}.${type}${deltaEnding(hash(0))}`;
    for (const hidden of [direct, `/stored${direct}`]) assert.equal((await ask(hidden)).status, 404, hidden);
  }
});

const contentFile = (name: string, text = 'first text') => `/pages/catalog/1.0.0/${contentOf(text)}/${name}.json`;

test('what pages are made from is cached for ever, compressed and served beside the documents', async () => {
  for (const name of ['index', 'bikes', 'bikes/royal-enfield/classic-350', 'offers/rain/2026/offer-7']) {
    const { status, headers, body } = await ask(contentFile(name));
    assert.equal(status, 200, name);
    assert.deepEqual(JSON.parse(body.toString()), { text: 'first text' });
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    const brotli = await ask(contentFile(name), { headers: { 'Accept-Encoding': 'br' } });
    assert.ok(brotliDecompressSync(brotli.body).equals(body), name);
  }
});

test('what the former documents were made from stays for open tabs; all else there is a short 404', async () => {
  site.content.text = 'second text';
  await renderSmallSite(site, { sequence: 50 });
  for (const text of ['first text', 'second text']) {
    const { status, body } = await ask(contentFile('bikes', text));
    assert.deepEqual([status, JSON.parse(body.toString())], [200, { text }]);
  }
  site.content.text = 'first text';
  await renderSmallSite(site, { sequence: 51 });
  await renderSmallSite(site, { sequence: 52 });
  for (const path of [
    contentFile('bikes', 'second text'),
    contentFile('no-such-page'),
    contentFile('../../../../index'),
    contentFile('bikes').replace('.json', '.json.br'),
    '/pages/',
    '/pages/catalog',
    '/pages/catalog/1.0.0/x/../../../../bikes.html',
  ]) {
    const { status, headers, body } = await ask(path);
    assert.ok(status === 404 || status === 400, `${path} answered ${status}`);
    assert.ok(!body.includes('<h1>/bikes</h1>'), path);
    assert.equal(headers['cache-control']?.includes('immutable') ?? false, false, path);
  }
});

test('a missing file is a short 404 that is not cached', async () => {
  for (const path of ['/r/shell/1.0.0/nothing.js', '/r/shell/1.0.0/', '/r/', '/r/shell/1.0.0/main.js.br']) {
    const { status, headers, body } = await ask(path);
    assert.deepEqual([status, body.toString()], [404, 'There is no such file.\n'], path);
    assert.equal(headers['cache-control'], undefined, path);
  }
});

test('an address without a page answers 404 with the not-found page', async () => {
  const wrong = ['/nowhere', '/bikes/royal-enfield', '/bikes/honda/x', '/offers/rain/2026/offer-99', '/index', '/404'];
  for (const path of [...wrong, '/index.html', '/404.html', '/bikes.html', '/bikes.html.br', '/%2e%2e/live.json']) {
    const { status, headers, body } = await ask(path);
    assert.equal(status === 404 || status === 400, true, `${path} answered ${status}`);
    if (status === 400) continue; // nginx rejects it before looking it up
    assert.ok(body.toString().includes('<h1>This road ends here</h1>'), path);
    assert.equal(headers['content-security-policy'], fixedContentSecurityPolicy(null), path);
  }
});

test('serves nothing but documents and release files', async () => {
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

test('a symbolic link in a release is not followed', async () => {
  const folder = join(site.folder, 'r/linked');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'there.json'), '{"is":"a file"}');
  assert.equal((await ask('/r/linked/there.json')).status, 200);
  symlinkSync(join(site.folder, 'live.json'), join(folder, 'live.json'));
  symlinkSync(site.folder, join(folder, 'up'));
  for (const path of ['/r/linked/live.json', '/r/linked/up/live.json']) {
    const { status, body } = await ask(path);
    assert.equal(status, 404, path);
    assert.ok(!body.includes('flippedBy'), path);
  }
});

test('each page has one address: a trailing slash redirects to it', async () => {
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

test('the access log has the path of each request, without query and referrer', async () => {
  const headers = { Referer: 'https://twostroke.example/book-service?7KQ0X2M4ZD', 'User-Agent': 'a phone' };
  await ask('/bikes?7KQ0X2M4ZD', { headers });
  await ask('/auth/v1/verify?token=7KQ0X2M4ZD', { headers });
  const log = await nginx.readLogWith('/auth/v1/verify HTTP');
  const last = log.slice(-2);
  assert.match(last[0] ?? '', /"GET \/bikes HTTP\/1\.1" 200 \d+ "-" "a phone"$/);
  assert.match(last[1] ?? '', /"GET \/auth\/v1\/verify HTTP\/1\.1" 200 /);
  assert.ok(!log.join().includes('7KQ0X2M4ZD'));
});

test('documents are read-only', async () => {
  for (const method of ['POST', 'DELETE', 'TRACE']) assert.equal((await ask('/bikes', { method })).status, 405, method);
  const { status, headers, body } = await ask('/bikes', { method: 'HEAD' });
  assert.deepEqual([status, body.length], [200, 0]);
  assert.ok(Number(headers['content-length']) > 500);
});

test('a setting that would change the configuration is rejected', () => {
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
