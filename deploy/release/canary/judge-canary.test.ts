import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { appendHistory, readHistory } from '../../site/record/history.ts';
import { judgeCanary } from './judge-canary.ts';
import { readLiveRecord, type Canary } from '../../site/record/live-record.ts';
import { describeFlip } from '../flip/describe-flip.ts';
import { addReleases, liveRecord, remoteRelease, smallSite } from '../../site/testing/small-releases.ts';
import type { VisitorReports } from './visitor-reports.ts';
import { checkCanary } from './watch-canary.ts';

const canary = { app: 'cart', version: '2.0.0', percent: 10 };
const health = (own: [visits: number, errors: number], stable: [visits: number, errors: number], failing = 9) => [
  { app: 'cart', version: '2.0.0', visits: own[0], errors: own[1], failingAddresses: failing },
  { app: 'cart', version: '1.0.0', visits: stable[0], errors: stable[1], failingAddresses: 9 },
  { app: 'catalog', version: '2.0.0', visits: 1000, errors: 1000, failingAddresses: 9 },
];

for (const [what, own, stable, verdict] of [
  ['no visits yet', [0, 0], [1000, 0], 'too-early'],
  ['49 visits, all of them wrong', [49, 49], [1000, 0], 'too-early'],
  ['50 visits without an error', [50, 0], [1000, 0], 'within'],
  ['2 % exactly', [100, 2], [1000, 0], 'within'],
  ['3 % where the stable version has none', [100, 3], [1000, 0], 'over'],
  ['3 % where the stable version has 1.5 %', [100, 3], [1000, 15], 'within'],
  ['3.1 % where the stable version has 1.5 %', [1000, 31], [1000, 15], 'over'],
  ['more errors than visits', [60, 90], [1000, 3], 'over'],
  ['3 % and no stable version seen', [100, 3], [0, 0], 'over'],
] as const)
  test(`a canary is judged ${verdict}: ${what}`, () => {
    assert.equal(judgeCanary(health([...own], [...stable]), canary, '1.0.0', null).verdict, verdict);
  });

test('a canary over its budget is not ended by the errors of two network addresses; a third ends it', () => {
  const judge = (failing: number) => judgeCanary(health([100, 30], [1000, 0], failing), canary, '1.0.0', null);
  assert.equal(judge(2).verdict, 'too-early');
  assert.match(
    judge(2).sentence,
    /30\.0 % errors .* Too few network addresses report errors to end it: 2, and 3 are needed\.$/,
  );
  assert.equal(judge(3).verdict, 'over');
});

for (const [what, percent, own, stable, verdict] of [
  ['none of 100 expected visits at 10 %', 10, 0, 900, 'silent'],
  ['none of 100 expected visits at 5 %', 5, 0, 1900, 'silent'],
  ['none of 100 expected visits at 50 %', 50, 0, 100, 'silent'],
  ['9 of 100 expected visits', 10, 9, 900, 'silent'],
  ['a tenth of the expected visits', 10, 10, 900, 'too-early'],
  ['some visits without an error, of very many', 10, 60, 9000, 'silent'],
  ['a healthy canary at 5 %', 5, 104, 1900, 'within'],
  ['a healthy canary at 50 %', 50, 93, 100, 'within'],
  ['few visits at 5 %, none of them of the canary', 5, 0, 1880, 'too-early'],
  ['few visits at 50 %, none of them of the canary', 50, 0, 99, 'too-early'],
  ['a few visits of the others at 99 %', 99, 0, 99, 'too-early'],
  ['no visits', 10, 0, 0, 'too-early'],
] as const)
  test(`a canary is judged ${verdict}: ${what}`, () => {
    const reported = health([own, 0], [stable, 0]);
    const visits = { canary: own, stable };
    assert.equal(judgeCanary(reported, { ...canary, percent }, '1.0.0', visits).verdict, verdict);
  });

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const minutesSince = (time: Date) => Math.round((Date.now() - time.getTime()) / 60_000);

function siteWithCanary(flippedAt = minutesAgo(0)): string {
  const siteFolder = smallSite();
  addReleases(siteFolder, remoteRelease('cart', { version: '2.0.0' }));
  writeFileSync(join(siteFolder, 'live.json'), JSON.stringify(liveRecord({ canary, flippedAt })));
  return siteFolder;
}

const announce = () => Promise.resolve();
/** Reports as a backend has them; visits of a version by the requested start time. */
const reports = (
  health: VisitorReports['health'],
  visits: (version: string, since: Date) => number = () => 1000,
): VisitorReports => ({ announce, health, visits: (_, version, since) => Promise.resolve(visits(version, since)) });

/** The stable version had very many visits, the canary none. */
const silent = (version: string) => (version === '1.0.0' ? 9000 : 0);

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
  const errors = reports(() => Promise.resolve(health([100, 30], [1000, 1])));
  const look = await checkCanary(contextOf(siteFolder), errors);
  assert.deepEqual([look?.judgement.verdict, look?.hasEnded], ['over', true]);
  assert.equal(readLiveRecord(siteFolder)?.canary, null);
  const [entry] = readHistory(siteFolder);
  assert.deepEqual([entry?.action, entry?.from, entry?.to], ['auto-rollback', '2.0.0', '1.0.0']);
  assert.equal(
    describeFlip(entry!),
    'The canary 2.0.0 of cart has 30.0 % errors per visit in 100 visits, the stable version 0.1 %: over the budget. It has ended; 1.0.0 is live for everyone.',
  );
  const notAsked = reports(() => Promise.reject(new Error('not asked')));
  assert.equal(await checkCanary(contextOf(siteFolder), notAsked), null);
});

test("a canary within its budget, and one whose reports can't be read, continues", async () => {
  const siteFolder = siteWithCanary();
  const healthy = reports(() => Promise.resolve(health([100, 1], [1000, 1])));
  const look = await checkCanary(contextOf(siteFolder), healthy);
  assert.deepEqual([look?.judgement.verdict, look?.hasEnded], ['within', false]);
  const down = reports(() => Promise.reject(new Error('down')));
  await assert.rejects(checkCanary(contextOf(siteFolder), down), /down/);
  assert.deepEqual(readLiveRecord(siteFolder)?.canary, canary);
});

test('reports are read from the start of the canary', async () => {
  const siteFolder = siteWithCanary(minutesAgo(150));
  const asked: [app: string, versions: string[], minutes: number][] = [];
  await checkCanary(
    contextOf(siteFolder),
    reports((app, versions, since) => (asked.push([app, versions, minutesSince(since)]), Promise.resolve([]))),
  );
  assert.deepEqual(asked, [['cart', ['2.0.0', '1.0.0'], 150]]);
});

test('a canary without reports while the stable version has some is ended, and the history says why', async () => {
  const siteFolder = siteWithCanary(minutesAgo(11));
  const look = await checkCanary(
    contextOf(siteFolder),
    reports(() => Promise.resolve([]), silent),
  );
  assert.deepEqual([look?.judgement.verdict, look?.hasEnded], ['silent', true]);
  assert.equal(readLiveRecord(siteFolder)?.canary, null);
  assert.equal(
    describeFlip(readHistory(siteFolder)[0]!),
    'The canary 2.0.0 of cart is silent: its 10 % of the visitors should have had about 1000 visits (the stable version had 9000) and reported 0. It may fail before it can report. It has ended; 1.0.0 is live for everyone.',
  );
});

test('a new canary is not judged silent, however many visits the stable version has', async () => {
  const siteFolder = siteWithCanary(minutesAgo(9));
  const look = await checkCanary(
    contextOf(siteFolder),
    reports(() => Promise.resolve(health([0, 0], [9000, 0])), silent),
  );
  assert.equal(look?.judgement.verdict, 'too-early');
  assert.deepEqual(readLiveRecord(siteFolder)?.canary, canary);
});

test('silence counts visits since the canary got its share; other flips do not matter', async () => {
  const flips: [Canary | null, minutesAgo: number][] = [
    [null, 600],
    [{ ...canary, percent: 1 }, 290],
    [canary, 60],
    [canary, 5], // of another app
  ];
  const siteFolder = siteWithCanary(minutesAgo(5));
  for (const [index, [given, minutes]] of flips.entries()) {
    const record = liveRecord({ canary: given, flippedAt: minutesAgo(minutes), sequence: index });
    const told = { by: 'Asha', app: 'cart', commit: null, from: null, to: null, seconds: 0 };
    appendHistory(siteFolder, { at: record.flippedAt, action: 'release', ...told, record });
  }
  const asked: [version: string, minutes: number][] = [];
  await checkCanary(
    contextOf(siteFolder),
    reports(
      (_, __, since) => Promise.resolve(minutesSince(since) === 290 ? [] : assert.fail(since.toISOString())),
      (version, since) => (asked.push([version, minutesSince(since)]), 0),
    ),
  );
  assert.deepEqual(asked, [
    ['2.0.0', 60],
    ['1.0.0', 60],
  ]);
});
