import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTarget } from './open-target.ts';

const env = {
  S3_ENDPOINT: 'https://s3.ap-south-1.amazonaws.com/',
  S3_REGION: 'ap-south-1',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  S3_PRIVATE: 's3://release-state',
};
const open = (address: string, changes: Record<string, string> = {}) =>
  openTarget(address, { env: { ...env, ...changes }, backendOrigin: null });

for (const [address, name] of [
  ['/srv/twostroke', '/srv/twostroke'],
  ['./site', './site'],
  ['deploy@web.example:/srv/twostroke/', 'deploy@web.example:/srv/twostroke'],
  ['web:/srv/twostroke', 'web:/srv/twostroke'],
  ['rsync://127.0.0.1:873/site', 'rsync://127.0.0.1:873/site'],
  ['cdn:/srv/upload', '/srv/upload'],
  ['s3://twostroke-site', 's3://twostroke-site/'],
  ['s3://twostroke-site/shop/', 's3://twostroke-site/shop/'],
] as const)
  test(`${address} is opened`, () => assert.equal(open(address).name, name));

test('an unknown address is rejected, with the known kinds', () => {
  for (const address of ['', 'twostroke', 'https://twostroke.example', '-e sh'])
    assert.throws(() => open(address), /is no target. Use \/a\/folder/, address);
});

test('a bucket without a private place, or with a wrong setting, is rejected', () => {
  assert.throws(() => open('s3://twostroke-site', { S3_PRIVATE: '' }), /A bucket needs S3_PRIVATE/);
  assert.throws(() => open('s3://twostroke-site', { S3_PRIVATE: 's3://twostroke-site' }), /must not be public/);
  assert.throws(() => open('s3://twostroke-site', { S3_ENCODING: 'zip' }), /S3_ENCODING is/);
  assert.throws(() => open('s3://X'), /no place in a bucket/);
});

test('only servers that can choose per visitor accept a canary', () => {
  assert.equal(open('/srv/twostroke').canaryRejection, null);
  assert.equal(open('rsync://h/site').canaryRejection, null);
  assert.match(open('cdn:/srv/upload').canaryRejection ?? '', /same documents .* so there is no automatic canary\./);
  assert.match(
    open('s3://twostroke-site').canaryRejection ?? '',
    /same documents .* so there is no automatic canary\./,
  );
});
