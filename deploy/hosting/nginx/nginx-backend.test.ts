import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { WebSocket } from 'ws';
import { siteHeaders } from '../../site/server/security-headers.ts';
import { renderSmallSite } from '../../site/testing/small-site.ts';
import { openNginxSite, pickHeaders, type NginxAnswer } from '../testing/open-nginx-site.ts';
import { startNginx } from '../testing/start-nginx.ts';

const { site, nginx, ask, close } = await openNginxSite();
after(close);

test("the backend answers under the site's own origin, and gets the client's address", async () => {
  const { status, headers, body } = await ask('/rest/v1/brands?select=slug', {
    headers: { 'X-Forwarded-For': '6.6.6.6', 'X-Forwarded-Proto': 'https', apikey: 'public-key' },
  });
  const heard = JSON.parse(body.toString()) as { url: string; headers: Record<string, string> };
  assert.equal(status, 200);
  assert.equal(heard.url, '/rest/v1/brands?select=slug');
  assert.equal(heard.headers['x-forwarded-for'], '127.0.0.1', 'not the address that the visitor claims');
  assert.equal(heard.headers['x-forwarded-proto'], 'http');
  assert.equal(heard.headers.host, new URL(nginx.url).host);
  assert.equal(heard.headers.apikey, 'public-key');
  assert.equal(headers['x-content-type-options'], 'nosniff', 'once');
  const page = await ask('/payments/v1/return/x');
  assert.equal(page.headers['content-security-policy'], 'a policy of its own', 'once');
  assert.equal((await ask('/auth/v1/settings')).status, 200);
  assert.equal((await ask('/payments/v1/webhooks/razorpay', { method: 'POST', body: '{}' })).status, 200);
  assert.equal((await ask('/_system/x')).status, 404, 'no other path');
  assert.equal((await ask('/rest/v1/../../_system')).status, 404);
});

test('a request that is too large does not reach the backend', async () => {
  const post = (bytes: number) => ask('/rest/v1/rpc/x', { method: 'POST', body: 'x'.repeat(bytes) });
  assert.equal((await post(200 * 1024)).status, 200);
  const refused = await post(300 * 1024);
  assert.equal(refused.status, 413);
  assert.equal(refused.headers['content-security-policy'], siteHeaders['Content-Security-Policy']);
});

test('live changes pass through: the socket is proxied', async () => {
  const socket = new WebSocket(`${nginx.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=1.0.0`);
  const heard = await new Promise<string>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => socket.send('hello'));
    socket.on('message', (data) => resolve(String(data)));
  });
  socket.close();
  assert.equal(heard, 'heard hello');
});

test('without the backend API calls get 503 in the form that the site understands; pages still work', async () => {
  const down = await startNginx({ siteFolder: site.folder, proxiedBackend: 'http://127.0.0.1:9' });
  try {
    const { status, headers, body } = await ask('/rest/v1/brands', { url: down.url });
    assert.equal(status, 503);
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(headers['content-security-policy'], siteHeaders['Content-Security-Policy']);
    assert.equal((JSON.parse(body.toString()) as { hint: string }).hint, 'unavailable');
    assert.equal((await ask('/bikes', { url: down.url })).status, 200);
    const linked = { Referer: 'https://twostroke.example/book-service?7KQ0X2M4ZD' };
    await ask('/auth/v1/verify?token=7KQ0X2M4ZD', { url: down.url, headers: linked });
    await down.readLogWith('/auth/v1/verify HTTP');
    assert.ok(!down.readErrorLog().includes('7KQ0X2M4ZD'), 'the error log would have the whole request');
  } finally {
    await down.close();
  }
});

test('a running canary: a bucket for each visitor, kept in a cookie, and its documents for its share', async () => {
  const versionOf = ({ body }: NginxAnswer): string => /(of|catalog\/)(\d\.0\.0)/.exec(body.toString())![2]!;
  const withBucket = (bucket: string) => ask('/bikes', { headers: { Cookie: `a=b; ts_bucket=${bucket}; c=d` } });
  site.addVersion('2.0.0');
  await renderSmallSite(site, { sequence: 2, canary: { app: 'catalog', version: '2.0.0', percent: 30 } });
  for (const [bucket, version] of Object.entries({ 0: '2.0.0', 29: '2.0.0', 30: '1.0.0', 99: '1.0.0' })) {
    const answer = await withBucket(bucket);
    assert.equal(versionOf(answer), version, `bucket ${bucket}`);
    assert.equal(answer.headers['set-cookie'], undefined, 'the visitor has a bucket already');
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

test('the page of a disabled remote answers 503 with its document, and when to retry', async () => {
  const usual = await ask('/bikes');
  await renderSmallSite(site, { sequence: 8, disabled: ['catalog'] });
  for (const path of ['/', '/bikes', '/bikes/royal-enfield/classic-350', '/offers/rain/2026/offer-3', '/account']) {
    const { status, headers, body } = await ask(path);
    assert.deepEqual([status, headers['retry-after']], [503, '600'], path);
    assert.deepEqual(pickHeaders(headers), { ...pickHeaders(usual.headers), 'retry-after': '600' }, path);
    assert.ok(body.toString().includes('<div id="root"></div>') && body.toString().includes('"disabled":true'), path);
  }
  const { status, headers } = await ask('/nowhere');
  assert.deepEqual([status, headers['retry-after']], [404, undefined]);
  await renderSmallSite(site, { sequence: 9 });
  assert.equal((await ask('/bikes')).status, 200);
});

test('while documents are switched, every answer is complete and of one generation', async () => {
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
