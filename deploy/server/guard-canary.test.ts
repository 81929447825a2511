import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../e2e/until.ts';
import { readLiveRecord } from '../release/live-record.ts';
import { addReleases, liveRecord, remoteRelease, smallSite } from '../release/testing/small-releases.ts';
import { guardCanary } from './guard-canary.ts';

test('while the site runs a canary over its budget is ended; a failing look only complains once', async (t) => {
  const complaints = t.mock.method(console, 'error', () => undefined);
  t.mock.method(console, 'log', () => undefined);
  const siteFolder = smallSite();
  addReleases(siteFolder, remoteRelease('cart', { version: '2.0.0' }));
  const canary = { app: 'cart', version: '2.0.0', percent: 10 };
  writeFileSync(join(siteFolder, 'live.json'), JSON.stringify(liveRecord({ canary })));
  let looks = 0;
  const stop = guardCanary(
    siteFolder,
    () => {
      looks += 1;
      if (looks < 4) return Promise.reject(new Error('down'));
      return Promise.resolve([{ app: 'cart', version: '2.0.0', visits: 100, errors: 50 }]);
    },
    10,
  );
  t.after(stop);
  await until('the end of the canary', async () => readLiveRecord(siteFolder)?.canary === null);
  assert.equal(complaints.mock.callCount(), 1);
});
