import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readLiveRecord } from '../../site/record/live-record.ts';
import { setCanaryPercent } from '../canary/steer-canary.ts';
import { addReleases, liveRecord, remoteRelease, smallSite } from '../../site/testing/small-releases.ts';
import type { VisitorReports } from '../canary/visitor-reports.ts';
import { watchUntilDone } from './watch-command.ts';

const canary = { app: 'cart', version: '2.0.0', percent: 10 };
const reports = (errors: number): ReturnType<VisitorReports['health']> =>
  Promise.resolve([
    { app: 'cart', version: '2.0.0', visits: 100, errors, failingAddresses: 9 },
    { app: 'cart', version: '1.0.0', visits: 1000, errors: 1, failingAddresses: 1 },
  ]);

/**
 * A watch at a target.
 * @param rounds the actions in the pause before each further check; a rejection means that the target does not answer
 */
function watchOver(rounds: (() => Promise<unknown>)[], health: VisitorReports['health'] = () => reports(1)) {
  const siteFolder = smallSite();
  addReleases(siteFolder, remoteRelease('cart', { version: '2.0.0' }));
  const record = liveRecord({ canary, flippedAt: new Date(Date.now() - 3600_000).toISOString() });
  writeFileSync(join(siteFolder, 'live.json'), JSON.stringify(record));
  const visited = { '2.0.0': 100, '1.0.0': 900 };
  const said: string[] = [];
  const pauses: number[] = [];
  const context = {
    siteFolder,
    checkout: siteFolder,
    by: 'Asha',
    startedAt: Date.now(),
    backend: null,
    say: (sentence: string) => void said.push(sentence),
    pullLive: async () => rounds.shift()?.(),
  };
  const wait = (ms: number): Promise<void> => {
    pauses.push(ms / 1000);
    if (pauses.length > 10) throw new Error('It should have ended.');
    return Promise.resolve();
  };
  const visits = (_: string, version: string) => Promise.resolve(visited[version as keyof typeof visited]);
  const end = () => setCanaryPercent({ ...context, say: () => undefined }, 'cart', 0);
  const done = () => watchUntilDone(context, { read: { announce: nothing, health, visits }, wait });
  return { siteFolder, visited, said, pauses, end, done };
}

const nothing = () => Promise.resolve();
const away = () => Promise.reject(new Error('s3://twostroke-site/ does not answer.'));

test('when a canary is ended elsewhere, the watch prints the author and the reason, and stops', async () => {
  const rounds = [nothing];
  const watch = watchOver(rounds);
  rounds.push(async () => void (await watch.end()));
  await watch.done();
  assert.equal(watch.said.length, 2, 'an unchanged state is printed once');
  assert.match(
    watch.said[1]!,
    /^The canary 2\.0\.0 of cart has ended elsewhere \(flip 2, by Asha\): The canary 2\.0\.0 of cart has ended; 1\.0\.0 is live for everyone\.$/,
  );
  assert.deepEqual(watch.pauses, [30, 30]);
});

test('a target that does not answer is retried after growing pauses, until it answers', async () => {
  const rounds = [away, away, away, away, away, nothing];
  const watch = watchOver(rounds);
  rounds.push(async () => void (await watch.end()));
  await watch.done();
  assert.deepEqual(watch.pauses, [30, 60, 120, 240, 300, 300, 30]);
  assert.equal(
    watch.said[1],
    's3://twostroke-site/ does not answer. The canary continues unwatched; the next check is in 60 s.',
  );
  assert.equal(watch.said[6], 'It answers again.');
});

test('continues while reports are temporarily unavailable, and then ends a canary that has exceeded its budget', async () => {
  const answers = [() => reports(1), () => Promise.reject(new Error('The backend answered 503.')), () => reports(40)];
  const watch = watchOver([nothing, nothing], () => answers.shift()!());
  await assert.rejects(watch.done(), /over the budget\.\nThe canary of cart has ended\.$/);
  assert.match(
    watch.said[1]!,
    /^The backend answered 503\. The canary continues unwatched; the next check is in 60 s\.$/,
  );
  assert.equal(readLiveRecord(watch.siteFolder)?.canary, null);
});

test('a canary that reports only a few of many expected visits ends as silent, with the figures', async () => {
  const watch = watchOver([nothing, nothing]);
  watch.visited['2.0.0'] = 9;
  await assert.rejects(
    watch.done(),
    /^Rejection: The canary 2\.0\.0 of cart is silent: its 10 % of the visitors should have had about 100 visits \(the stable version had 900\) and reported 9\. .*\nThe canary of cart has ended\.$/,
  );
  assert.equal(readLiveRecord(watch.siteFolder)?.canary, null);
});

test("reports that can't be read at all end the watch at once", async () => {
  const watch = watchOver([nothing], () => Promise.reject(new Error('The backend answered 401.')));
  await assert.rejects(watch.done(), /401/);
  assert.deepEqual(watch.pauses, []);
});

test('names another canary that runs instead', async () => {
  const watch = watchOver([
    () => {
      addReleases(watch.siteFolder, remoteRelease('cart', { version: '3.0.0' }));
      const record = liveRecord({ canary: { ...canary, version: '3.0.0' }, sequence: 3 });
      return Promise.resolve(writeFileSync(join(watch.siteFolder, 'live.json'), JSON.stringify(record)));
    },
  ]);
  await watch.done();
  assert.match(watch.said[1]!, /has ended elsewhere\. Another canary runs, cart 3\.0\.0: run watch again for it\.$/);
});
