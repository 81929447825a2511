import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { addReleases, newSiteFolder, remoteRelease } from '../testing/small-releases.ts';
import { privateFolder, readRelease } from './release-record.ts';
import { parseReleaseRecord } from './release-record-schema.ts';

test('a release is read as it was written; a damaged record names its file and every validation error', () => {
  const siteFolder = newSiteFolder();
  const release = remoteRelease('catalog');
  addReleases(siteFolder, release);
  assert.deepEqual(readRelease(siteFolder, 'catalog', '1.0.0'), release);
  const file = join(privateFolder(siteFolder, 'catalog', '1.0.0'), 'release.json');
  const { remote, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as typeof release;
  writeFileSync(file, JSON.stringify({ ...rest, shares: null, remote: { ...remote, pages: { start: { js: [] } } } }));
  assert.throws(
    () => readRelease(siteFolder, 'catalog', '1.0.0'),
    /catalog\/1\.0\.0\/release\.json is not a release: shares: Invalid type.* remote\.pages\.start\.css: Invalid key/,
  );
  writeFileSync(file, '{"schema":');
  assert.throws(() => readRelease(siteFolder, 'catalog', '1.0.0'), /release\.json is not a release: /);
});

const broken = (change: (release: ReturnType<typeof remoteRelease>) => void): string => {
  const release = remoteRelease('catalog');
  change(release);
  return JSON.stringify(release);
};
const page = (release: ReturnType<typeof remoteRelease>) => release.remote!.pages['start']!;

for (const [what, text, reason] of [
  [
    'a script in an address',
    broken((r) => (page(r).css[0]!.href = '/r/"><script>alert(1)</script>')),
    /must be a file below \/r\//,
  ],
  [
    'another origin',
    broken((r) => (r.remote!.entry = 'https://evil.example/x.js')),
    /remote\.entry: It must be a file below/,
  ],
  [
    'an origin without a scheme',
    broken((r) => (r.remote!.entry = '//evil.example/x.js')),
    /remote\.entry: It must be a file/,
  ],
  [
    'a way out of the folder',
    broken((r) => (page(r).js[1]!.href = '/r/catalog/1.0.0/../../cart/x.js')),
    /must be a file/,
  ],
  [
    'a file of another release',
    broken((r) => (page(r).css[0]!.href = '/r/cart/1.0.0/a.css')),
    /\/r\/cart\/1\.0\.0\/a\.css is not in the folder of catalog 1\.0\.0\./,
  ],
  [
    'a script without integrity',
    broken((r) => delete r.integrity[r.remote!.entry]),
    /remoteEntry\.js has no integrity\./,
  ],
  [
    'an integrity that browsers ignore',
    broken((r) => (page(r).css[0]!.integrity = 'sha256-x')),
    /must be a hash like sha256/,
  ],
  ['a key with a quote', broken((r) => (page(r).css[0]!.key = 'x" onload="alert(1)')), /must be a key of a chunk/],
  ['a version that leads out', broken((r) => (r.version = '../1')), /version: It can't be a folder's name/],
] as const)
  test(`a release with ${what} is rejected`, () => {
    assert.throws(() => parseReleaseRecord(text), reason);
  });

test('a record in the folder of another release is rejected', () => {
  const siteFolder = newSiteFolder();
  addReleases(siteFolder, remoteRelease('catalog'));
  const file = (version: string) => join(privateFolder(siteFolder, 'catalog', version), 'release.json');
  mkdirSync(dirname(file('2.0.0')), { recursive: true });
  copyFileSync(file('1.0.0'), file('2.0.0'));
  assert.throws(() => readRelease(siteFolder, 'catalog', '2.0.0'), /it describes catalog 1\.0\.0\./);
});
