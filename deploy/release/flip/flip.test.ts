import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flip, type PlannedFlip } from './flip.ts';
import { readHistory } from '../../site/record/history.ts';
import { readLiveRecord, type LiveRecord } from '../../site/record/live-record.ts';
import { Rejection } from '../rejection.ts';
import { historyLines } from './describe-flip.ts';
import { addReleases, remoteRelease, smallSite } from '../../site/testing/small-releases.ts';

/** Switches a remote off, the simplest flip there is. */
function switchedOff(former: LiveRecord | null, app: string): PlannedFlip {
  const { apps, canary, disabled } = former!;
  return {
    change: { apps, canary, disabled: [...disabled, app] },
    action: 'disable',
    app,
    from: '1.0.0',
    to: '1.0.0',
  };
}

const base = (siteFolder: string) => ({ siteFolder, by: 'a test', startedAt: Date.now() });

test('two concurrent flips become live one after the other', async () => {
  const siteFolder = smallSite();
  let plans = 0;
  const slow = flip({
    ...base(siteFolder),
    async plan(former) {
      plans += 1;
      if (plans === 1) await flip({ ...base(siteFolder), plan: async (seen) => switchedOff(seen, 'catalog') });
      return switchedOff(former, 'cart');
    },
  });
  assert.equal((await slow)?.record.sequence, 3);
  assert.equal(plans, 2, 'the overtaken flip was planned and checked anew');
  assert.deepEqual(readLiveRecord(siteFolder)?.disabled, ['catalog', 'cart']);
  assert.deepEqual(
    readHistory(siteFolder).map(({ app }) => app),
    ['catalog', 'cart'],
  );
});

test('previews survive other flips, and end when their version is live for everyone', async () => {
  const siteFolder = smallSite({ previews: [{ app: 'cart', version: '1.1.0' }] });
  await flip({ ...base(siteFolder), plan: async (former) => switchedOff(former, 'catalog') });
  assert.deepEqual(readLiveRecord(siteFolder)?.previews, [{ app: 'cart', version: '1.1.0' }]);
  await flip({
    ...base(siteFolder),
    plan: async (former) => {
      const planned = switchedOff(former, 'cart');
      return { ...planned, change: { ...planned.change, apps: { ...former!.apps, cart: '1.1.0' } } };
    },
  });
  assert.equal(readLiveRecord(siteFolder)?.previews, undefined);
});

test('a flip that is always overtaken is rejected', async () => {
  const siteFolder = smallSite();
  const busy = flip({
    ...base(siteFolder),
    async plan(former) {
      await flip({ ...base(siteFolder), plan: async (seen) => switchedOff(seen, 'catalog') });
      return switchedOff(former, 'cart');
    },
  });
  await assert.rejects(
    busy,
    (failure) => failure instanceof Rejection && /run the command again/.test(failure.message),
  );
});

test('uploads releases before the flip, history and the live record after it, and then verifies', async () => {
  const siteFolder = smallSite();
  const steps: string[] = [];
  const step = (name: string) => async (): Promise<void> =>
    void steps.push(`${name} at ${readLiveRecord(siteFolder)?.sequence}, ${readHistory(siteFolder).length} told`);
  await flip({
    ...base(siteFolder),
    plan: async (former) => switchedOff(former, 'cart'),
    hooks: { uploadReleases: step('releases'), uploadLiveRecord: step('record') },
    verify: step('verify'),
  });
  assert.deepEqual(steps, ['releases at 1, 0 told', 'record at 2, 1 told', 'verify at 2, 1 told']);
});

test('a failed upload changes nothing', async () => {
  const siteFolder = smallSite();
  const failing = flip({
    ...base(siteFolder),
    plan: async (former) => switchedOff(former, 'cart'),
    hooks: { uploadReleases: () => Promise.reject(new Error('the bucket is full')) },
  });
  await assert.rejects(failing, /bucket is full/);
  assert.equal(readLiveRecord(siteFolder)?.sequence, 1);
  assert.deepEqual(readHistory(siteFolder), []);
});

test('a flip that could not be verified on the site is in the history, with the reason', async () => {
  const siteFolder = smallSite();
  const unseen = flip({
    ...base(siteFolder),
    plan: async (former) => switchedOff(former, 'cart'),
    verify: () => Promise.reject(new Rejection('The site does not serve it.')),
  });
  await assert.rejects(unseen, /does not serve/);
  const history = readHistory(siteFolder);
  assert.deepEqual(
    history.map(({ action, record, fault }) => [action, record.sequence, fault]),
    [
      ['disable', 2, undefined],
      ['not-seen', 2, 'The site does not serve it.'],
    ],
  );
  assert.match(
    historyLines(history)[1]!,
    /Flip 2 \(cart 1\.0\.0\) was not seen by visitors: The site does not serve it/,
  );
});

test('with trusted keys, a flip that makes an unsigned release live is rejected, and others pass', async () => {
  const siteFolder = smallSite();
  addReleases(siteFolder, remoteRelease('cart', { version: '2.0.0' }));
  const trusting = { ...base(siteFolder), trustedKeys: new Map() };
  const release = async (former: LiveRecord | null): Promise<PlannedFlip> => {
    const planned = switchedOff(former, 'catalog');
    return { ...planned, change: { ...planned.change, apps: { ...former!.apps, cart: '2.0.0' } } };
  };
  await assert.rejects(
    flip({ ...trusting, plan: release }),
    (failure) =>
      failure instanceof Rejection && /^cart 2\.0\.0 is not signed\. Nothing was changed/.test(failure.message),
  );
  assert.equal(readLiveRecord(siteFolder)?.sequence, 1);
  await flip({ ...trusting, plan: async (former) => switchedOff(former, 'catalog') });
  assert.deepEqual(readLiveRecord(siteFolder)?.disabled, ['catalog']);
});
