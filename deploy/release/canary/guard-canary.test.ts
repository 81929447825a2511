import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { poll } from '../../backend/testing/poll.ts';
import { readLiveRecord } from '../../site/record/live-record.ts';
import { addReleases, liveRecord, remoteRelease, smallSite } from '../../site/testing/small-releases.ts';
import type { ReleaseLog } from '../../site/record/release-log.ts';
import type { VisitorReports } from './visitor-reports.ts';
import { guardCanary } from './guard-canary.ts';

const canary = { app: 'cart', version: '2.0.0', percent: 10 };

/** A log, and its lines: event, subject and reason. */
function readableLog(): { log: ReleaseLog; lines: unknown[][] } {
  const lines: unknown[][] = [];
  return { lines, log: { warn: (_, { event, subject, reason }) => lines.push([event, subject, reason]) } };
}

function siteWithCanary(flippedAt: Date): string {
  const siteFolder = smallSite();
  addReleases(siteFolder, remoteRelease('cart', { version: '2.0.0' }));
  const record = liveRecord({ canary, flippedAt: flippedAt.toISOString() });
  writeFileSync(join(siteFolder, 'live.json'), JSON.stringify(record));
  return siteFolder;
}

test('while the site runs, a canary over its budget is ended; a failing check only logs once', async (t) => {
  t.mock.method(console, 'log', () => undefined);
  const { log, lines } = readableLog();
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
  t.after(guardCanary(siteFolder, reports, 10, log));
  await poll('the end of the canary', async () => readLiveRecord(siteFolder)?.canary === null);
  await poll('the line of its end', async () => lines.length > 1);
  assert.deepEqual(lines[0], ['canary_unjudged', undefined, 'down']);
  assert.deepEqual(lines[1]?.slice(0, 2), ['canary_ended', 'cart 2.0.0']);
  assert.equal(lines.length, 2);
});

test('while the site runs, a canary that fails before it can report is ended, with the reason', async (t) => {
  t.mock.method(console, 'log', () => undefined);
  const { log, lines } = readableLog();
  const siteFolder = siteWithCanary(new Date(Date.now() - 3600_000));
  const reports: VisitorReports = {
    announce: () => Promise.resolve(),
    health: () => Promise.resolve([]),
    visits: (app, version) => Promise.resolve(app === 'cart' && version === '1.0.0' ? 1800 : 0),
  };
  t.after(guardCanary(siteFolder, reports, 10, log));
  await poll('the end of the canary', async () => readLiveRecord(siteFolder)?.canary === null);
  await poll('the reason', async () => lines.length > 0);
  assert.match(
    String(lines[0]),
    /^canary_ended,cart 2\.0\.0,.*about 200 visits \(the stable version had 1800\) and reported 0\./,
  );
});
