import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { poll } from '../../backend/testing/poll.ts';
import { startTestBackend, type TestBackend } from '../../backend/testing/test-backend.ts';
import { addReleases, liveRecord, remoteRelease, smallSite } from '../testing/small-releases.ts';
import { announceLive, keepAnnounced, nameOfSite } from './announce-live.ts';

let backend: TestBackend;
before(async () => void (backend = await startTestBackend({ migrationsFolder: undefined })));
after(() => backend.stop());

const source = () => ({ url: backend.url, serviceKey: backend.backend.serviceKey });
const liveAt = (site: string) => backend.backend.sql<{ app: string; version: string; canary: boolean }[]>`
  select app, version, canary from private.live_versions where site = ${site} and live_until is null order by app, version`;

test('a running site announces what is live, again after a flip, and until the database has it', async (t) => {
  const said = t.mock.method(console, 'error', () => undefined);
  const siteFolder = smallSite();
  const goodKey = source().serviceKey;
  const asked = { ...source(), serviceKey: 'wrong' };
  const announced = keepAnnounced(siteFolder, asked, 'x', 20);
  await poll('a failure', () => Promise.resolve(said.mock.callCount() > 0));
  asked.serviceKey = goodKey;
  await poll('the live versions', async () => (await liveAt('x')).length === Object.keys(liveRecord().apps).length);
  const canary = { app: 'cart', version: '2.0.0', percent: 10 };
  addReleases(siteFolder, remoteRelease('cart', { version: '2.0.0' }));
  writeFileSync(join(siteFolder, 'live.json'), JSON.stringify(liveRecord({ canary })));
  announced.again();
  await poll('the canary', async () => (await liveAt('x')).some((row) => row.canary && row.version === '2.0.0'));
  announced.stop();
  assert.equal(said.mock.callCount(), 1, 'one line for the outage');
  assert.match(String(said.mock.calls[0]?.arguments[0]), /do not count yet: .*401/);
});

test('only the service role may say what is live', async () => {
  const announce = announceLive({ ...source(), serviceKey: backend.backend.anonKey }, 'y', liveRecord());
  await assert.rejects(announce, /answered 401/);
  assert.equal((await liveAt('y')).length, 0);
});

test('a site is named by the address of its visitors, else by its folder on this machine', () => {
  assert.equal(nameOfSite('/srv/site', 'https://twostroke.example'), 'https://twostroke.example');
  assert.match(nameOfSite('/srv/site'), /.:\/srv\/site$/);
});
