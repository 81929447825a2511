import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { addReleases, newSiteFolder, remoteRelease } from '../testing/small-releases.ts';
import { privateFolder, readRelease } from './release-record.ts';

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
