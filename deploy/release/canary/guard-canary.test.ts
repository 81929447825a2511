import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { poll } from '../../backend/testing/poll.ts';
import { readLiveRecord } from '../../site/record/live-record.ts';
import { addReleases, liveRecord, remoteRelease, smallSite } from '../../site/testing/small-releases.ts';
import type { VisitorReports } from './visitor-reports.ts';
import { guardCanary } from './guard-canary.ts';

const canary = { app: 'cart', version: '2.0.0', percent: 10 };

function siteWithCanary(flippedAt: Date): string {
  const siteFolder = smallSite();
  addReleases(siteFolder, remoteRelease('cart', { version: '2.0.0' }));
  const record = liveRecord({ canary, flippedAt: flippedAt.toISOString() });
  writeFileSync(join(siteFolder, 'live.json'), JSON.stringify(record));
  return siteFolder;
}

test('while the site runs, a canary over its budget is ended; a failing check only logs once', async (t) => {
  const complaints = t.mock.method(console, 'error', () => undefined);
  t.mock.method(console, 'log', () => undefined);
  const siteFolder = siteWithCanary(new Date());
  let looks = 0;
  const reports: VisitorReports = {
    announce: () => Promise.resolve(),
    health() {
      looks += 1;
      if (looks < 4) return Promise.reject(new Error('down'));
      return Promise.resolve([{ app: 'cart', version: '2.0.0', visits: 100, errors: 50, failingAddresses: 9 }]);
    },
    visits: () => Promise.resolve(100),
  };
  t.after(guardCanary(siteFolder, reports, 10));
  await poll('the end of the canary', async () => readLiveRecord(siteFolder)?.canary === null);
  assert.equal(complaints.mock.callCount(), 1);
});

test('while the site runs, a canary that fails before it can report is ended, with the reason', async (t) => {
  const said = t.mock.method(console, 'log', () => undefined);
  const siteFolder = siteWithCanary(new Date(Date.now() - 3600_000));
  const reports: VisitorReports = {
    announce: () => Promise.resolve(),
    health: () => Promise.resolve([]),
    visits: (app, version) => Promise.resolve(app === 'cart' && version === '1.0.0' ? 1800 : 0),
  };
  t.after(guardCanary(siteFolder, reports, 10));
  await poll('the end of the canary', async () => readLiveRecord(siteFolder)?.canary === null);
  await poll('the reason', async () => said.mock.callCount() > 0);
  const words = said.mock.calls.map(({ arguments: [line] }) => String(line)).join('\n');
  assert.match(words, /about 200 visits \(the stable version had 1800\) and reported 0\. .* It has ended\.$/m);
});
