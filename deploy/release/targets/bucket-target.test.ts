import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { bucketTarget, type BucketSettings } from './bucket-target.ts';
import { LiveRecordChangedError } from './target.ts';
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

/** What a visitor gets from the bucket. */
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
  ['r/shell/1.0.0/main.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['r/shell/1.0.0/main.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
] as const)
  test(`${key}: its type, its age, its encoding`, async () => {
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

test('a private place inside the public one is refused', () => {
  const inside = { bucket: 'public-site', prefix: 'private/' };
  assert.throws(() => bucketTarget({ ...settings, private: inside }), /must not be public/);
  assert.throws(() => bucketTarget({ ...settings, private: settings.public }), /must not be public/);
  const beside = { public: { bucket: 'one', prefix: 'site/' }, private: { bucket: 'one', prefix: 'state/' } };
  assert.doesNotThrow(() => bucketTarget({ ...settings, ...beside }));
});

test('a wrong key is said in the words of the store', async () => {
  const target = bucketTarget({ ...settings, accessKeyId: 'SOMEBODY' });
  await assert.rejects(target.readText('live.json'), /release-state does not give live\.json: 403/);
});

test('where the store knows conditions, a record that changes between reading and writing is not written over', async () => {
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
  } finally {
    conditional.close();
  }
});
