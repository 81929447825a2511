import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { startTestBackend, type TestBackend } from '../../backend/testing/test-backend.ts';
import { readLiveRecord } from '../../site/record/live-record.ts';
import { addReleases, liveRecord, shellRelease, smallSite } from '../../site/testing/small-releases.ts';
import { visitorReports } from './visitor-reports.ts';
import { checkCanary } from './watch-canary.ts';

let backend: TestBackend;
before(async () => void (backend = await startTestBackend({ migrationsFolder: undefined, reportShare: 0.0001 })));
after(() => backend.stop());
beforeEach(() => backend.backend.sql`delete from client_reports`);

/** A site with a canary of the shell for half of the visitors, and a function that checks it. */
function siteWithCanary(startedMinutesAgo: number) {
  const siteFolder = smallSite();
  addReleases(siteFolder, shellRelease({ version: '2.0.0' }));
  const canary = { app: 'shell', version: '2.0.0', percent: 50 };
  const flippedAt = new Date(Date.now() - startedMinutesAgo * 60_000).toISOString();
  writeFileSync(join(siteFolder, 'live.json'), JSON.stringify(liveRecord({ canary, flippedAt })));
  const context = { siteFolder, checkout: siteFolder, by: 'watch', startedAt: Date.now(), backend: null };
  const reports = visitorReports({ url: backend.url, serviceKey: backend.backend.serviceKey });
  return { siteFolder, look: () => checkCanary({ ...context, say: () => undefined }, reports) };
}

const stableVisit = { kind: 'visit', app: 'shell', version: '1.0.0' };
const canaryVisit = { ...stableVisit, version: '2.0.0' };
const canaryError = { kind: 'error', name: 'Error', message: 'x', app: 'shell', version: '2.0.0' };

/** Reports as a browser sends them, 20 at a time. */
async function report(count: number, event: object): Promise<void> {
  for (let sent = 0; sent < count; sent += 20)
    await backend
      .client()
      .rpc('report_client_events', { events: Array<object>(Math.min(20, count - sent)).fill(event) });
}

test('one report that claims to count as 10,000 neither ends a canary nor hides its errors', async () => {
  const { siteFolder, look } = siteWithCanary(5);
  await report(200, canaryVisit);
  await report(200, stableVisit);
  await report(1, { ...canaryError, sample_rate: 0.0001 });
  const healthy = await look();
  assert.deepEqual([healthy?.judgement.verdict, healthy?.hasEnded], ['within', false]);
  assert.match(healthy!.judgement.sentence, /has 0\.5 % errors per visit in 200 visits/);
  assert.notEqual(readLiveRecord(siteFolder)?.canary, null);

  await report(1, { ...canaryVisit, sample_rate: 0.0001 });
  await report(40, canaryError);
  assert.equal((await look())?.judgement.verdict, 'over');
  assert.equal(readLiveRecord(siteFolder)?.canary, null);
});

test('a canary of the shell that fails in every browser ends, because only the stable version has reported since', async () => {
  const { siteFolder, look } = siteWithCanary(30);
  await report(400, stableVisit);
  await backend.backend.sql`update client_reports set received_at = received_at - interval '40 minutes'`;
  await report(80, stableVisit);
  assert.equal((await look())?.judgement.verdict, 'too-early');
  await report(40, stableVisit);
  const ended = await look();
  assert.match(ended!.judgement.sentence, /about 120 visits \(the stable version had 120\) and reported 0\./);
  assert.equal(readLiveRecord(siteFolder)?.canary, null);
});
