import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readHistory } from './history.ts';
import { judgeCanary, type ReadHealth } from './judge-canary.ts';
import { readLiveRecord } from './live-record.ts';
import { addReleases, liveRecord, remoteRelease, smallSite } from './testing/small-releases.ts';
import { lookAtCanary } from './watch-canary.ts';

const canary = { app: 'cart', version: '2.0.0', percent: 10 };
const health = (own: [visits: number, errors: number], stable: [visits: number, errors: number]) => [
  { app: 'cart', version: '2.0.0', visits: own[0], errors: own[1] },
  { app: 'cart', version: '1.0.0', visits: stable[0], errors: stable[1] },
  { app: 'catalog', version: '2.0.0', visits: 1000, errors: 1000 },
];

for (const [what, own, stable, verdict] of [
  ['nobody came yet', [0, 0], [1000, 0], 'too-early'],
  ['49 visits, all of them wrong', [49, 49], [1000, 0], 'too-early'],
  ['50 visits without an error', [50, 0], [1000, 0], 'within'],
  ['2 % exactly', [100, 2], [1000, 0], 'within'],
  ['3 % where the stable version has none', [100, 3], [1000, 0], 'over'],
  ['3 % where the stable version has 1.5 %', [100, 3], [1000, 15], 'within'],
  ['3.1 % where the stable version has 1.5 %', [1000, 31], [1000, 15], 'over'],
  ['more errors than visits', [60, 90], [1000, 3], 'over'],
  ['3 % and no stable version seen', [100, 3], [0, 0], 'over'],
] as const)
  test(`${what}: ${verdict}`, () => {
    assert.equal(judgeCanary(health([...own], [...stable]), canary, '1.0.0').verdict, verdict);
  });

function siteWithCanary(flippedAt = new Date().toISOString()): string {
  const siteFolder = smallSite();
  addReleases(siteFolder, remoteRelease('cart', { version: '2.0.0' }));
  writeFileSync(join(siteFolder, 'live.json'), JSON.stringify(liveRecord({ canary, flippedAt })));
  return siteFolder;
}

const contextOf = (siteFolder: string) => ({
  siteFolder,
  checkout: siteFolder,
  by: 'watch',
  startedAt: Date.now(),
  backend: null,
  say: () => undefined,
});

test('a canary over its budget is ended, and the history says why', async () => {
  const siteFolder = siteWithCanary();
  const look = await lookAtCanary(contextOf(siteFolder), () => Promise.resolve(health([100, 30], [1000, 1])));
  assert.equal(look?.judgement.verdict, 'over');
  assert.equal(readLiveRecord(siteFolder)?.canary, null);
  const [entry] = readHistory(siteFolder);
  assert.deepEqual([entry?.action, entry?.from, entry?.to], ['auto-rollback', '2.0.0', '1.0.0']);
  assert.equal(await lookAtCanary(contextOf(siteFolder), () => Promise.reject(new Error('not asked'))), null);
});

test('a canary within its budget, and one whose reports can not be read, goes on', async () => {
  const siteFolder = siteWithCanary();
  const asked: number[] = [];
  const healthy: ReadHealth = (hours) => (asked.push(hours), Promise.resolve(health([100, 1], [1000, 1])));
  assert.equal((await lookAtCanary(contextOf(siteFolder), healthy))?.judgement.verdict, 'within');
  await assert.rejects(
    lookAtCanary(contextOf(siteFolder), () => Promise.reject(new Error('down'))),
    /down/,
  );
  assert.deepEqual(readLiveRecord(siteFolder)?.canary, canary);
  assert.deepEqual(asked, [1]);
});

test('reports are read from the time on when the canary began', async () => {
  const siteFolder = siteWithCanary(new Date(Date.now() - 2.5 * 3600_000).toISOString());
  const asked: number[] = [];
  await lookAtCanary(contextOf(siteFolder), (hours) => (asked.push(hours), Promise.resolve([])));
  assert.deepEqual(asked, [3]);
});
