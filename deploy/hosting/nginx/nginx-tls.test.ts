import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { brotliDecompressSync } from 'node:zlib';
import { WebSocket, WebSocketServer } from 'ws';
import { makeSmallSite, renderSmallSite } from '../../site/testing/small-site.ts';
import { fixedContentSecurityPolicy, siteHeaders } from '../../site/server/security-headers.ts';
import { runHostingCommand } from '../hosting-command.ts';
import { makeCertificate, type CertificateFiles } from '../testing/make-certificate.ts';
import { startNginx, type RunningNginx } from '../testing/start-nginx.ts';
import { writeNginxConfig } from './write-nginx-config.ts';

/* What TLS and HTTP/2 add to nginx.test.ts, with the real nginx and a certificate that only this test trusts. */
const site = makeSmallSite();
const challengeFolder = mkdtempSync(join(tmpdir(), 'twostroke-challenges-'));
/** A fake backend that echoes each request. */
const backend = createServer((req, res) => res.end(JSON.stringify(req.headers)));
const sockets = new WebSocketServer({ server: backend });
sockets.on('connection', (socket) => socket.on('message', (text) => socket.send(`heard ${String(text)}`)));

let certificate: CertificateFiles;
let ca: string;
let nginx: RunningNginx;
let session: ClientHttp2Session;

before(async () => {
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  await renderSmallSite(site);
  certificate = await makeCertificate();
  ca = readFileSync(certificate.certificate, 'utf8');
  nginx = await startNginx({
    siteFolder: site.folder,
    proxiedBackend: `http://127.0.0.1:${(backend.address() as AddressInfo).port}`,
    tls: certificate,
    challengeFolder,
  });
  session = connect(nginx.url, { ca });
});
after(async () => {
  session?.close();
  await nginx?.close();
  certificate?.remove();
  sockets.close();
  backend.close();
  backend.closeAllConnections();
  rmSync(challengeFolder, { recursive: true });
  site.remove();
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A request over HTTP/2, nothing decoded or followed. */
function ask(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':path': path, ...headers });
    const parts: Buffer[] = [];
    let came: IncomingHttpHeaders = {};
    stream.on('response', (answer) => (came = answer));
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => resolve({ status: Number(came[':status']), headers: came, body: Buffer.concat(parts) }));
    stream.on('error', reject);
    stream.end();
  });
}

/** What a client and nginx agree on, or why they do not. */
function shakeHands(options: ConnectionOptions): Promise<{ speaks: string | false | null; with: string | null }> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host: '127.0.0.1', port: Number(new URL(nginx.url).port), ca, ...options }, () => {
      resolve({ speaks: socket.alpnProtocol, with: socket.getProtocol() });
      socket.end();
    });
    socket.on('error', reject);
  });
}

test('browsers get HTTP/2 and TLS 1.3; older ones down to TLS 1.2', async () => {
  const ALPNProtocols = ['h2', 'http/1.1'];
  assert.deepEqual(await shakeHands({ ALPNProtocols }), { speaks: 'h2', with: 'TLSv1.3' });
  assert.deepEqual(await shakeHands({ ALPNProtocols, maxVersion: 'TLSv1.2' }), { speaks: 'h2', with: 'TLSv1.2' });
  assert.deepEqual(await shakeHands({ ALPNProtocols: ['http/1.1'] }), { speaks: 'http/1.1', with: 'TLSv1.3' });
  // What a client of ten years ago would offer, set explicitly.
  const old = { ciphers: 'ALL:@SECLEVEL=0' };
  await assert.rejects(shakeHands({ ...old, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }), /alert protocol version/);
  const recordable = { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256:AES256-SHA:@SECLEVEL=0' } as const;
  await assert.rejects(shakeHands(recordable), /handshake failure/, 'no cipher without forward secrecy');
});

test('a document over HTTP/2 is compressed, has every security header and forbids later requests without TLS', async () => {
  const { status, headers, body } = await ask('/bikes', { 'accept-encoding': 'gzip, deflate, br' });
  assert.equal(status, 200);
  assert.equal(headers['content-encoding'], 'br');
  assert.ok(brotliDecompressSync(body).toString().includes('<h1>/bikes</h1>'));
  const expected = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'strict-transport-security': 'max-age=31536000',
    'content-security-policy': fixedContentSecurityPolicy(null),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'integrity-policy': 'blocked-destinations=(script)',
  };
  for (const [name, value] of Object.entries(expected)) assert.equal(headers[name], value, name);
});

test('files, wrong addresses and trailing slashes are answered as without TLS', async () => {
  const file = await ask('/r/shell/1.0.0/main.js', { 'accept-encoding': 'br' });
  assert.equal(file.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(file.headers['content-encoding'], 'br');
  for (const path of ['/nowhere', '/bikes/royal-enfield', '/index.html', '/live.json']) {
    const { status, body } = await ask(path);
    assert.equal(status, 404, path);
    assert.ok(body.toString().includes('<h1>This road ends here</h1>'), path);
  }
  assert.equal((await ask('/r/shell/1.0.0/nothing.js')).body.toString(), 'There is no such file.\n');
  const moved = await ask('/bikes/?from=x');
  assert.deepEqual([moved.status, moved.headers.location], [308, '/bikes?from=x']);
  for (const path of ['/', '/nowhere', '/bikes/', '/r/shell/1.0.0/main.js', '/r/nothing.js', '/robots.txt'])
    assert.equal((await ask(path)).headers['strict-transport-security'], 'max-age=31536000', path);
});

test("requests without TLS are redirected to the same page under the site's own name, and nowhere else", async () => {
  const over = (path: string, headers = {}) => fetch(nginx.plainUrl + path, { redirect: 'manual', headers });
  for (const path of ['/', '/bikes?from=x', '/nowhere/', '/rest/brands', '/.well-known/security.txt']) {
    const { status, headers } = await over(path, { Host: 'evil.example' });
    assert.deepEqual([status, headers.get('location')], [308, nginx.url + path], path);
    assert.equal(headers.get('strict-transport-security'), null, 'the header is sent over TLS only');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('content-security-policy'), siteHeaders['Content-Security-Policy']);
    assert.equal(headers.get('server'), 'nginx', 'no version');
  }
});

test('the API is not redirected: a program that calls it without TLS gets 403', async () => {
  for (const path of [
    '/rest/v1/brands',
    '/auth/v1/token?grant_type=password',
    '/payments/v1/orders',
    '/storage/v1/x',
    '/realtime/v1/x',
  ])
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(nginx.plainUrl + path, { redirect: 'manual', method });
      assert.deepEqual([answer.status, answer.headers.get('location')], [403, null], path);
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff', path);
      assert.equal(((await answer.json()) as { hint: string }).hint, 'https');
    }
});

test("a certificate renewal finds certbot's answer, and no other file", async () => {
  mkdirSync(join(challengeFolder, '.well-known/acme-challenge'), { recursive: true });
  writeFileSync(join(challengeFolder, '.well-known/acme-challenge/token'), 'token.thumbprint');
  writeFileSync(join(challengeFolder, 'other.txt'), 'another file');
  const ask = async (path: string) => fetch(nginx.plainUrl + path, { redirect: 'manual' });
  assert.equal(await (await ask('/.well-known/acme-challenge/token')).text(), 'token.thumbprint');
  assert.equal((await ask('/.well-known/acme-challenge/none')).status, 404);
  assert.equal((await ask('/.well-known/acme-challenge/..%2f..%2fother.txt')).status, 308);
  const first = await startNginx({ siteFolder: site.folder, proxiedBackend: null, challengeFolder });
  try {
    const answer = await fetch(`${first.url}/.well-known/acme-challenge/token`);
    assert.equal(await answer.text(), 'token.thumbprint', 'also before there is a certificate');
  } finally {
    await first.close();
  }
});

test('the backend learns that the visitor came over TLS, and live changes pass through', async () => {
  const { status, headers, body } = await ask('/rest/v1/brands', { 'x-forwarded-proto': 'http' });
  assert.equal(status, 200);
  const heard = JSON.parse(body.toString()) as Record<string, string>;
  assert.deepEqual([heard['x-forwarded-proto'], heard['x-forwarded-for']], ['https', '127.0.0.1']);
  assert.equal(heard.host, new URL(nginx.url).host);
  assert.equal(headers['strict-transport-security'], 'max-age=31536000', 'once');
  const socket = new WebSocket(`${nginx.url.replace('http', 'ws')}/realtime/v1/websocket`, { ca });
  const answer = await new Promise<string>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => socket.send('hello'));
    socket.on('message', (data) => resolve(String(data)));
  });
  socket.close();
  assert.equal(answer, 'heard hello');
});

test("a canary's cookie is never sent without TLS", async () => {
  site.addVersion('2.0.0');
  await renderSmallSite(site, { sequence: 2, canary: { app: 'catalog', version: '2.0.0', percent: 30 } });
  const { headers } = await ask('/bikes');
  assert.match(String(headers['set-cookie']), /^ts_bucket=\d{1,2}; .*SameSite=Lax; Secure$/);
});

test('the command writes ports of both families, the certificate and a redirect, and removes the redirect without TLS', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'twostroke-config-'));
  const said: string[] = [];
  const write = (...more: string[]) => {
    const base = [
      'nginx',
      '--out',
      folder,
      '--site',
      '/srv/twostroke',
      '--name',
      'twostroke.example www.twostroke.example',
    ];
    return runHostingCommand([...base, ...more], {}, (line) => said.push(line));
  };
  const live = '/etc/letsencrypt/live/twostroke.example';
  const pair = ['--certificate', `${live}/fullchain.pem`, '--certificate-key', `${live}/privkey.pem`];
  try {
    assert.equal(await write(...pair), 0, said.join('\n'));
    const listen = readFileSync(join(folder, 'listen.conf'), 'utf8');
    for (const line of [
      'listen 443 ssl http2;',
      'listen [::]:443 ssl http2;',
      `ssl_certificate ${live}/fullchain.pem;`,
      `ssl_certificate_key ${live}/privkey.pem;`,
    ])
      assert.ok(listen.includes(`\n${line}\n`), line);
    const redirect = readFileSync(join(folder, 'redirect.conf'), 'utf8');
    for (const line of ['listen 80;', 'listen [::]:80;', 'return 308 https://twostroke.example$request_uri;'])
      assert.ok(redirect.includes(`${line}\n`), line);
    assert.match(readFileSync(join(folder, 'document.conf'), 'utf8'), /\/https-headers\.conf;/);

    assert.equal(await write(), 0, said.join('\n'));
    assert.ok(readFileSync(join(folder, 'listen.conf'), 'utf8').startsWith('listen 80;\n'));
    assert.ok(!readdirSync(folder).includes('redirect.conf'));
    assert.match(readFileSync(join(folder, 'document.conf'), 'utf8'), /\/no-headers\.conf;/);

    assert.equal(await write(...pair.slice(0, 2)), 1);
    assert.match(said.at(-1)!, /TLS needs both/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a file name that would change the configuration is rejected', () => {
  const tls = { certificate: '/etc/a.pem', certificateKey: '/etc/b.pem; autoindex on', listenPlain: '80' };
  const settings = { siteFolder: '/srv/twostroke', serverName: 'twostroke.example', listen: '443', tls, https: false };
  const write = () => writeNginxConfig(challengeFolder, { ...settings, proxiedBackend: null, backendOrigin: null });
  assert.throws(write, /CERTIFICATE_KEY can't be/);
});
