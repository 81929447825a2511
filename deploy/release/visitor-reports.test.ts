import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startTestBackend, type TestBackend } from '../backend/testing/test-backend.ts';
import { readLiveRecord } from './live-record.ts';
import { addReleases, liveRecord, shellRelease, smallSite } from './testing/small-releases.ts';
import { visitorReports } from './visitor-reports.ts';
import { lookAtCanary } from './watch-canary.ts';

let backend: TestBackend;
before(async () => void (backend = await startTestBackend({ migrationsFolder: undefined })));
after(() => backend.stop());

test('a shell that fails in every browser of its canary is ended by what the others reported since it began', async () => {
  const siteFolder = smallSite();
  addReleases(siteFolder, shellRelease({ version: '2.0.0' }));
  const canary = { app: 'shell', version: '2.0.0', percent: 50 };
  const flippedAt = new Date(Date.now() - 30 * 60_000).toISOString();
  writeFileSync(join(siteFolder, 'live.json'), JSON.stringify(liveRecord({ canary, flippedAt })));

  const visit = { kind: 'visit', app: 'shell', version: '1.0.0' };
  const report = async (visits: number) => {
    for (let sent = 0; sent < visits; sent += 20)
      await backend.client().rpc('report_client_events', { events: Array<object>(20).fill(visit) });
  };
  const context = { siteFolder, checkout: siteFolder, by: 'watch', startedAt: Date.now(), backend: null };
  const reports = visitorReports({ url: backend.url, serviceKey: backend.backend.serviceKey });
  const look = () => lookAtCanary({ ...context, say: () => undefined }, reports);

  await report(400);
  await backend.backend.sql`update client_reports set received_at = received_at - interval '40 minutes'`;
  await report(80);
  assert.equal((await look())?.judgement.verdict, 'too-early');
  await report(40);
  const ended = await look();
  assert.match(ended!.judgement.sentence, /about 120 visits \(the stable version had 120\) and reported 0\./);
  assert.equal(readLiveRecord(siteFolder)?.canary, null);
});
