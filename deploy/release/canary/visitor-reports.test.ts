import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { startTestBackend, type TestBackend } from '../../backend/testing/test-backend.ts';
import { readLiveRecord } from '../../site/record/live-record.ts';
import { callFrom, reportFrom, reportPageLoad, type Report } from '../../site/testing/report-as-browsers.ts';
import { addReleases, liveRecord, shellRelease, smallSite } from '../../site/testing/small-releases.ts';
import { isWholeSuite } from '../../supabase/tests/whole-suite.ts';
import { visitorReports } from './visitor-reports.ts';
import { checkCanary } from './watch-canary.ts';

const unlimited = { max: 1_000_000, perSeconds: 60 };
let backend: TestBackend;
const site = () => ({ url: backend.url, anonKey: backend.backend.anonKey });
before(async () => {
  backend = await startTestBackend({
    migrationsFolder: undefined,
    trustProxy: true,
    limits: { requestsPerAddress: unlimited, calls: { client_reports_per_address: unlimited } },
  });
});
after(() => backend.stop());
beforeEach(async () => {
  await backend.backend.sql`delete from client_reports`;
});

/** A site with a canary of the shell for half of the visitors, and a function that checks it. */
async function siteWithCanary(startedMinutesAgo: number) {
  const siteFolder = smallSite();
  addReleases(siteFolder, shellRelease({ version: '2.0.0' }));
  const canary = { app: 'shell', version: '2.0.0', percent: 50 };
  const flippedAt = new Date(Date.now() - startedMinutesAgo * 60_000).toISOString();
  const record = liveRecord({ canary, flippedAt });
  writeFileSync(join(siteFolder, 'live.json'), JSON.stringify(record));
  const context = { siteFolder, checkout: siteFolder, by: 'watch', startedAt: Date.now(), backend: null };
  const reports = visitorReports({ url: backend.url, serviceKey: backend.backend.serviceKey }, 'test');
  await reports.announce(record);
  const look = async () => {
    const looked = await checkCanary({ ...context, say: () => undefined }, reports);
    return looked!.judgement;
  };
  return { look, isRunning: () => readLiveRecord(siteFolder)?.canary !== null };
}

const stableVisit: Report = { kind: 'visit', app: 'shell', version: '1.0.0' };
const canaryVisit: Report = { ...stableVisit, version: '2.0.0' };
const canaryError: Report = { kind: 'error', name: 'Error', message: 'x', app: 'shell', version: '2.0.0' };
const times = (count: number, event: Report) => Array<Report>(count).fill(event);
const stranger = '198.51.100.66';
const manyErrors = isWholeSuite ? 10_000 : 1000;

/** Reports of one address: each call has a fresh token and names 20 different errors. */
async function flood(event: Report, reports = isWholeSuite ? 2000 : 200): Promise<void> {
  let token = await callFrom(site(), stranger, 'request_report_token', { versions: { shell: event.version } });
  for (let call = 0; call < reports / 20; call += 1) {
    const events = Array.from({ length: 20 }, (_, index) => ({ ...event, message: `x${call}.${index}` }));
    const answer = await callFrom(site(), stranger, 'report_client_events', { events, token });
    ({ token } = answer as { token: unknown });
    assert.equal(typeof token, 'string');
  }
}

test(`${manyErrors} errors that one address reports against a canary change no verdict`, async () => {
  const { look, isRunning } = await siteWithCanary(5);
  await reportFrom(site(), 40, times(80, canaryVisit));
  await reportFrom(site(), 1, times(1, canaryError)); // as happens to any version
  await flood(canaryError, manyErrors);
  const { verdict, sentence } = await look();
  assert.deepEqual([verdict, isRunning()], ['within', true], sentence);
  assert.match(sentence, /has 1\.3 % errors per visit in 80 visits/);
});

test('visits of one address neither hide the errors of a canary nor make it look silent', async () => {
  const { look, isRunning } = await siteWithCanary(30);
  await flood(stableVisit);
  await reportFrom(site(), 40, times(60, canaryVisit));
  assert.equal((await look()).verdict, 'within');
  await flood(canaryVisit);
  await reportFrom(site(), 10, times(10, canaryError));
  assert.equal((await look()).verdict, 'over');
  assert.equal(isRunning(), false);
});

test('errors of five addresses still end a canary', async () => {
  const { look, isRunning } = await siteWithCanary(5);
  await reportFrom(site(), 5, times(100, canaryVisit));
  await reportFrom(site(), 5, times(25, canaryError));
  const { verdict, sentence } = await look();
  assert.deepEqual([verdict, isRunning()], ['over', false], sentence);
});

test('what one report claims to weigh is ignored', async () => {
  const { look } = await siteWithCanary(5);
  await reportFrom(site(), 40, times(80, canaryVisit));
  await reportFrom(site(), 5, [{ ...canaryError, sample_rate: 0.0001 }]);
  assert.match((await look()).sentence, /has 0\.0 % errors per visit/);
  const rows = await backend.backend.sql`select distinct sample_rate::float8 as rate from client_reports`;
  assert.deepEqual([...rows], [{ rate: 1 }]);
});

test('the reports of honest visitors survive a flood', async () => {
  await siteWithCanary(5);
  await reportFrom(site(), 40, times(40, canaryVisit));
  await flood(canaryError);
  const [row] = await backend.backend.sql`
    select count(*) filter (where kind = 'visit')::int as honest, count(*) filter (where kind = 'error')::int as flood
    from client_reports`;
  assert.deepEqual(row, { honest: 40, flood: 60 });
});

test('a caller can not pretend to be at several network addresses', async () => {
  await siteWithCanary(5);
  const headers = { 'Content-Type': 'application/json', apikey: site().anonKey, 'X-Forwarded-For': stranger };
  const call = async (name: string, args: object, claimed: string) => {
    const init = { method: 'POST', headers: { ...headers, 'CF-Connecting-IP': claimed }, body: JSON.stringify(args) };
    return (await fetch(`${backend.url}/rest/v1/rpc/${name}`, init)).json();
  };
  for (const claimed of ['203.0.113.1', '203.0.113.2']) {
    const token: unknown = await call('request_report_token', { versions: { shell: '2.0.0' } }, claimed);
    assert.deepEqual(Object(await call('report_client_events', { events: [canaryError], token }, 'x')).kept, 1);
  }
  const [row] = await backend.backend.sql`select count(distinct sender)::int as senders from client_reports`;
  assert.equal(row?.['senders'], 1);
});

test('reports of a version that is neither live nor a canary are dropped', async () => {
  await siteWithCanary(5);
  const { kept } = await reportPageLoad(site(), stranger, [{ ...canaryVisit, version: '6.6.6' }]);
  assert.equal(kept, 0);
});

test('a canary of the shell that fails in every browser ends, because only the stable version has reported since', async () => {
  const { look, isRunning } = await siteWithCanary(30);
  // What 400 calls of 40 addresses would have left in the table.
  await backend.backend.sql`
    insert into client_reports (kind, name, app, version, sample_rate, sender, received_at)
    select 'visit', 'visit', ${stableVisit.app}, ${stableVisit.version}, 1, sha256((load % 40)::text::bytea),
      now() - interval '40 minutes'
    from generate_series(1, 400) as load`;
  await reportFrom(site(), 40, times(80, stableVisit));
  assert.equal((await look()).verdict, 'too-early');
  await reportFrom(site(), 40, times(40, stableVisit));
  const { sentence } = await look();
  assert.match(sentence, /about 117 visits \(the stable version had 117\) and reported 0\./);
  assert.equal(isRunning(), false);
});
