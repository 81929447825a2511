import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { addReleases, liveRecord, remoteRelease, smallSite } from '../testing/small-releases.ts';
import { writeByRename } from '../record/live-record.ts';
import { poll } from '../../backend/testing/poll.ts';
import type { ReleaseLog } from '../record/release-log.ts';
import { followLive, readLiveSet } from './follow-live.ts';

/** A log, and the events of its lines. */
function readableLog(): { log: ReleaseLog; events: string[] } {
  const events: string[] = [];
  return { events, log: { warn: (_, { event, subject, reason }) => events.push(`${event} ${subject} ${reason}`) } };
}

test('a flip is served within a second, with its canary', async (t) => {
  const siteFolder = smallSite();
  const seen: string[] = [];
  t.after(
    followLive(siteFolder, readLiveSet(siteFolder), ({ stable, canary }) => {
      seen.push(
        `${stable.registry.remotes.map(({ disabled }) => (disabled ? 'off' : 'on')).join()} ${canary?.percent}`,
      );
    }),
  );
  const flippedAt = Date.now();
  const canary = { app: 'cart', version: '1.0.0', percent: 10 };
  writeByRename(
    join(siteFolder, 'live.json'),
    JSON.stringify(liveRecord({ sequence: 2, disabled: ['catalog'], canary })),
  );
  await poll('the flip', async () => seen.length === 1);
  assert.ok(Date.now() - flippedAt < 1000, `${Date.now() - flippedAt} ms`);
  assert.deepEqual(seen, ['off,on 10']);
});

test('a flip between reading the record and following it is not missed', async (t) => {
  const siteFolder = smallSite();
  const taken = readLiveSet(siteFolder);
  writeByRename(join(siteFolder, 'live.json'), JSON.stringify(liveRecord({ sequence: 2 })));
  let flips = 0;
  t.after(followLive(siteFolder, taken, () => (flips += 1)));
  assert.equal(flips, 1);
});

test('a preview that does not fit what is live is left out, and blocks no flip', () => {
  const { log, events } = readableLog();
  const versions = ['1.1.0', '1.2.0', '1.3.0', '9.9.9'];
  const siteFolder = smallSite({ previews: versions.map((version) => ({ app: 'cart', version })) });
  const taken = [{ page: 'start', path: '/catalog', access: 'public', prerender: 'never' } as const];
  addReleases(
    siteFolder,
    remoteRelease('cart', { version: '1.1.0' }),
    remoteRelease('cart', { version: '1.2.0', shares: { react: '^20.0.0' } }),
    remoteRelease('cart', { version: '1.3.0' }, { routes: taken }),
  );
  const { stable, previews } = readLiveSet(siteFolder, null, log);
  assert.deepEqual([...previews.keys()], ['cart@1.1.0']);
  assert.deepEqual(previews.get('cart@1.1.0')!.preview, { app: 'cart', version: '1.1.0' });
  assert.notEqual(previews.get('cart@1.1.0')!.release, stable.release);
  const expected = [/cart 1\.2\.0 .*react/, /cart 1\.3\.0 .*\/catalog/, /cart 9\.9\.9 /];
  assert.equal(events.length, expected.length);
  for (const [at, pattern] of expected.entries()) {
    assert.match(events[at]!, /^preview_refused /);
    assert.match(events[at]!, pattern);
  }
});

test('a damaged, hostile or missing record changes nothing and is logged once', async (t) => {
  const siteFolder = smallSite();
  const { log, events } = readableLog();
  let flips = 0;
  t.after(followLive(siteFolder, readLiveSet(siteFolder), () => (flips += 1), null, log));
  const hostile = ['{"schema":2', JSON.stringify(liveRecord({ apps: { shell: '../../../etc' } }))];
  hostile.push(JSON.stringify(liveRecord({ apps: { shell: '1.0.0', cart: '9.9.9' } })));
  for (const [at, text] of hostile.entries()) {
    writeFileSync(join(siteFolder, 'live.json'), text);
    await poll('a complaint', async () => events.length > at);
  }
  assert.equal(flips, 0);
  assert.equal(events.length, hostile.length);
  for (const line of events) assert.match(line, /^flip_refused /);
  writeByRename(join(siteFolder, 'live.json'), JSON.stringify(liveRecord({ sequence: 3 })));
  await poll('the next good flip', async () => flips === 1);
});
