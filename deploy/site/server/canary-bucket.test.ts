import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bucketOf, getsCanary } from './canary-bucket.ts';

const asked = (headers: Record<string, string>) => bucketOf({ headers });

test('a visitor keeps their bucket', () => {
  for (const bucket of [0, 7, 42, 99])
    assert.deepEqual(asked({ cookie: `theme=dark; ts_bucket=${bucket}` }), { bucket, setCookie: null });
});

test('a new visitor, and one with an invalid cookie, gets a bucket for 30 days', () => {
  for (const cookie of ['', 'ts_bucket=', 'ts_bucket=100', 'ts_bucket=-1', 'ts_bucket=x', 'other_ts_bucket=5']) {
    const { bucket, setCookie } = asked({ cookie });
    assert.ok(bucket >= 0 && bucket <= 99);
    assert.equal(setCookie, `ts_bucket=${bucket}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`);
  }
  assert.match(asked({ 'x-forwarded-proto': 'https' }).setCookie!, /; Secure$/);
});

test('a larger share keeps those who had the canary before', () => {
  const share = (percent: number) =>
    Array.from({ length: 100 }, (_, bucket) => bucket).filter((b) => getsCanary(b, percent));
  assert.equal(share(10).length, 10);
  assert.deepEqual(share(25).slice(0, 10), share(10));
});
