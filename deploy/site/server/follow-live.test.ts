import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { addReleases, liveRecord, remoteRelease, smallSite } from '../testing/small-releases.ts';
import { writeByRename } from '../record/live-record.ts';
import { poll } from '../../backend/testing/poll.ts';
import { followLive, readLiveSet } from './follow-live.ts';

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

test('a preview that does not fit what is live is left out, and blocks no flip', (t) => {
  const complaints = t.mock.method(console, 'error', () => undefined);
  const versions = ['1.1.0', '1.2.0', '1.3.0', '9.9.9'];
  const siteFolder = smallSite({ previews: versions.map((version) => ({ app: 'cart', version })) });
  const taken = [{ page: 'start', path: '/catalog', access: 'public', prerender: 'never' } as const];
  addReleases(
    siteFolder,
    remoteRelease('cart', { version: '1.1.0' }),
    remoteRelease('cart', { version: '1.2.0', shares: { react: '^20.0.0' } }),
    remoteRelease('cart', { version: '1.3.0' }, { routes: taken }),
  );
  const { stable, previews } = readLiveSet(siteFolder);
  assert.deepEqual([...previews.keys()], ['cart@1.1.0']);
  assert.deepEqual(previews.get('cart@1.1.0')!.preview, { app: 'cart', version: '1.1.0' });
  assert.notEqual(previews.get('cart@1.1.0')!.release, stable.release);
  const said = complaints.mock.calls.map(({ arguments: [line] }) => String(line)).join('\n');
  assert.match(said, /1\.2\.0 can't be shown: .*react[^]*1\.3\.0 can't be shown: .*\/catalog[^]*9\.9\.9 can't/);
});

test('a damaged, hostile or missing record changes nothing and is logged once', async (t) => {
  const siteFolder = smallSite();
  const complaints = t.mock.method(console, 'error', () => undefined);
  let flips = 0;
  t.after(followLive(siteFolder, readLiveSet(siteFolder), () => (flips += 1)));
  const hostile = ['{"schema":2', JSON.stringify(liveRecord({ apps: { shell: '../../../etc' } }))];
  hostile.push(JSON.stringify(liveRecord({ apps: { shell: '1.0.0', cart: '9.9.9' } })));
  for (const [at, text] of hostile.entries()) {
    writeFileSync(join(siteFolder, 'live.json'), text);
    await poll('a complaint', async () => complaints.mock.callCount() > at);
  }
  assert.equal(flips, 0);
  assert.equal(complaints.mock.callCount(), hostile.length);
  writeByRename(join(siteFolder, 'live.json'), JSON.stringify(liveRecord({ sequence: 3 })));
  await poll('the next good flip', async () => flips === 1);
});
