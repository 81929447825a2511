import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { contentOf, makeSmallSite } from '../../site/testing/small-site.ts';
import { bucketTarget, type BucketSettings } from './bucket-target.ts';
import { pushSite } from './push-site.ts';
import { LiveRecordChangedError } from './target.ts';
import { flip } from './testing/leave-garbage.ts';
import { startConditionalStore } from './testing/conditional-store.ts';
import { startStore } from './testing/small-bucket.ts';
import { testTarget } from './testing/target-tests.ts';

const store = await startStore();
const settings: BucketSettings = {
  endpoint: store.endpoint,
  region: 'us-east-1',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  public: { bucket: 'public-site', prefix: '' },
  private: { bucket: 'release-state', prefix: 'twostroke/' },
};
after(() => store.close());

/** The answer that a visitor gets from the bucket. */
async function ask(key: string): Promise<Response> {
  return fetch(`${settings.endpoint}/public-site/${key}`);
}

testTarget(
  () => Promise.resolve(bucketTarget(settings)),
  async (path) => {
    const answer = await ask(path === '/' ? 'index.html' : path.slice(1));
    return answer.ok ? answer.text() : null;
  },
);

for (const [key, type, cacheControl] of [
  ['bikes', 'text/html; charset=utf-8', 'no-cache'],
  ['index.html', 'text/html; charset=utf-8', 'no-cache'],
  ['404.html', 'text/html; charset=utf-8', 'no-cache'],
  ['robots.txt', 'text/plain; charset=utf-8', 'no-cache'],
  ['sitemap.xml', 'application/xml; charset=utf-8', 'no-cache'],
  ['release.json', 'application/json; charset=utf-8', 'no-cache'],
  ['manifest.webmanifest', 'application/manifest+json; charset=utf-8', 'no-cache'],
  ['.well-known/security.txt', 'text/plain; charset=utf-8', 'no-cache'],
  ['favicon.ico', 'image/x-icon', 'no-cache'],
  ['apple-touch-icon.png', 'image/png', 'no-cache'],
  ['r/shell/1.0.0/main.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['r/shell/1.0.0/main.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
] as const)
  test(`${key} has its type, max-age and encoding`, async () => {
    const { status, headers } = await ask(key);
    assert.equal(status, 200);
    assert.deepEqual(
      [headers.get('content-type'), headers.get('cache-control'), headers.get('content-encoding')],
      [type, cacheControl, 'gzip'],
    );
  });

test('nothing private and no compressed twin is in the public bucket', async () => {
  const xml = await (await ask('?list-type=2&max-keys=1000')).text();
  const keys = [...xml.matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key]) => key!);
  assert.ok(keys.length > 15, keys.join(' '));
  assert.deepEqual(
    keys.filter((key) => /private|live\.json|history|\.mjs|\.(br|gz)$/.test(key)),
    [],
  );
});

test('a private place inside the public one is rejected', () => {
  const inside = { bucket: 'public-site', prefix: 'private/' };
  assert.throws(() => bucketTarget({ ...settings, private: inside }), /must not be public/);
  assert.throws(() => bucketTarget({ ...settings, private: settings.public }), /must not be public/);
  const beside = { public: { bucket: 'one', prefix: 'site/' }, private: { bucket: 'one', prefix: 'state/' } };
  assert.doesNotThrow(() => bucketTarget({ ...settings, ...beside }));
});

test('a wrong key is reported with the status of the store', async () => {
  const target = bucketTarget({ ...settings, accessKeyId: 'SOMEBODY' });
  await assert.rejects(target.readText('live.json'), /release-state does not return live\.json: 403/);
});

test('with a store that supports conditions, a record that changes between read and write is not overwritten, and a lost answer is not a failure', async () => {
  const conditional = await startConditionalStore(store.endpoint);
  const target = bucketTarget({
    ...settings,
    endpoint: conditional.endpoint,
    private: { bucket: 'release-state', prefix: 'conditions/' },
  });
  const other = bucketTarget({ ...settings, private: { bucket: 'release-state', prefix: 'conditions/' } });
  const meanwhile = (text: string): void => {
    conditional.beforePut = () => other.writeText('live.json', text);
  };
  try {
    meanwhile('{"first":"of another"}');
    await assert.rejects(target.replaceLive('{"first":"ours"}', null), LiveRecordChangedError);
    meanwhile('{"second":"of another"}');
    await assert.rejects(target.replaceLive('{"second":"ours"}', '{"first":"of another"}'), LiveRecordChangedError);
    assert.equal(await other.readText('live.json'), '{"second":"of another"}');
    conditional.beforePut = () => Promise.resolve();
    await target.replaceLive('{"third":"ours"}', '{"second":"of another"}');
    assert.equal(await other.readText('live.json'), '{"third":"ours"}');
    conditional.answersToLose = 1;
    await target.replaceLive('{"fourth":"ours"}', '{"third":"ours"}');
    assert.equal(await other.readText('live.json'), '{"fourth":"ours"}');
  } finally {
    conditional.close();
  }
});

test('reads a listing of several pages completely, with escaped names and dates', async () => {
  const entry = (key: string) =>
    `<Contents><Key>twostroke/r/${key}</Key><LastModified>2026-11-23T10:00:00.000Z</LastModified><ETag>&quot;a1&quot;</ETag><Size>0012</Size></Contents>`;
  const pages = [
    `${Array.from({ length: 1000 }, (_, at) => entry(`a&amp;b &#34;${at}&#x22;`)).join('\n')}<NextContinuationToken>1&#43;2==</NextContinuationToken>`,
    entry('007'),
  ];
  const tokens: (string | null)[] = [];
  const server = createServer((request, response) => {
    tokens.push(new URL(request.url ?? '', 'http://store').searchParams.get('continuation-token'));
    response.end(`<?xml version="1.0"?>\n<ListBucketResult>${pages[tokens.length - 1]}</ListBucketResult>`);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target = bucketTarget({ ...settings, endpoint, public: { bucket: 'public-site', prefix: 'twostroke/' } });
  const files = await target.list('r');
  server.close();
  assert.deepEqual(tokens, [null, '1+2==']);
  assert.equal(files.length, 1001);
  const modifiedAt = Date.parse('2026-11-23T10:00:00.000Z');
  assert.deepEqual(files[7], { path: 'r/a&b "7"', bytes: 12, modifiedAt });
  assert.deepEqual(files[1000], { path: 'r/007', bytes: 12, modifiedAt });
});

test('content files never change, and those of the content before stay for open tabs', async (t) => {
  const site = makeSmallSite();
  t.after(() => site.remove());
  const place = { bucket: 'public-site', prefix: 'contents/' };
  const target = bucketTarget({
    ...settings,
    public: place,
    private: { bucket: 'release-state', prefix: 'contents/' },
  });
  const push = async (text: string, sequence: number): Promise<void> => {
    site.content.text = text;
    await flip(site, { sequence });
    await pushSite(target, site.folder);
  };
  const at = (text: string) => ask(`contents/pages/catalog/1.0.0/${contentOf(text)}/bikes.json`);
  await push('first', 1);
  const { headers } = await at('first');
  assert.deepEqual(
    [headers.get('content-type'), headers.get('cache-control'), headers.get('content-encoding')],
    ['application/json; charset=utf-8', 'public, max-age=31536000, immutable', 'gzip'],
  );
  await push('second', 2);
  assert.deepEqual([(await at('first')).status, (await at('second')).status], [200, 200]);
  await push('third', 3);
  assert.deepEqual([(await at('first')).status, (await at('second')).status], [404, 200]);
  assert.deepEqual(await (await at('third')).json(), { text: 'third' });
});
