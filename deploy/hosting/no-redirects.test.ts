// Servers, workers and the release tool send keys with their calls: where a redirect led, the keys would follow.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { bucketTarget } from '../release/targets/bucket-target.ts';
import { createRetryingFetch } from '../site/prerender/retrying-fetch.mjs';
import { createSiteKeyFetch } from '../site/prerender/site-key-fetch.mjs';
import { newestReportId } from '../site/telemetry/client-report.ts';
import { post } from '../site/telemetry/report-sink.ts';
import { createRazorpayGateway } from '../workers/payments/razorpay-gateway.ts';
import { startPaymentOverRest } from '../workers/payments/start-payment.ts';

let redirecting: { url: string; server: Server };
let elsewhere: { url: string; server: Server };
let asked = 0;
let arrived = 0;

async function listen(server: Server): Promise<{ url: string; server: Server }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

before(async () => {
  elsewhere = await listen(
    createServer((_, res) => {
      arrived += 1;
      res.end('[]');
    }),
  );
  redirecting = await listen(
    createServer((_, res) => {
      asked += 1;
      res.writeHead(307, { Location: elsewhere.url }).end();
    }),
  );
});
beforeEach(() => {
  asked = 0;
  arrived = 0;
});
after(() => {
  for (const { server } of [redirecting, elsewhere]) {
    server.close();
    server.closeAllConnections();
  }
});

const calls: Record<string, (url: string) => Promise<unknown>> = {
  'reports to a monitoring system': (url) => post(url, { authorization: 'a key' }, '{}'),
  'reads of reports': (url) => newestReportId({ url, serviceKey: 'a key' }),
  'reads of pages for prerendering': (url) =>
    createSiteKeyFetch(url, { 'x-site-key': 'a key' })(`${url}/rest/v1/brands`),
  'reads of the release tool': (url) => createRetryingFetch()(`${url}/rest/v1/brands`),
  'a payment at a Supabase project': (url) => startPaymentOverRest({ url, key: 'a key' })(null, 'booking', null),
  'an order at Razorpay': (url) =>
    createRazorpayGateway({ keyId: 'id', keySecret: 'key', webhookSecret: 'key', baseUrl: url }).createOrder(
      100,
      'TS-1',
    ),
  'a bucket': (url) => {
    const place = (bucket: string) => ({ bucket, prefix: '' });
    const keys = { region: 'ap-south-1', accessKeyId: 'id', secretAccessKey: 'key' };
    return bucketTarget({ endpoint: url, ...keys, public: place('open'), private: place('closed') }).readText(
      'live.json',
    );
  },
};

for (const [what, call] of Object.entries(calls))
  test(`${what}: a redirect is not followed`, async () => {
    await assert.rejects(call(redirecting.url));
    assert.ok(asked > 0, 'it was asked');
    assert.equal(arrived, 0);
  });
