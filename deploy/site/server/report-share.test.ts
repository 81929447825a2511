import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { addReleases, liveRecord, remoteRelease, smallSite } from '../testing/small-releases.ts';
import { readLiveSet } from './follow-live.ts';
import { startSiteServer } from './site-server.ts';

const siteFolder = smallSite();
addReleases(siteFolder, remoteRelease('cart', { version: '2.0.0' }));
const server = await startSiteServer({
  siteFolder,
  live: readLiveSet(siteFolder).stable,
  browserBackend: { url: '', key: 'x' },
  fetchRows: () => Promise.resolve([]),
  reportShare: 0.25,
});
after(() => server.close());

/** The share that a visitor's document names; undefined: all. */
async function shareFor(cookie: string): Promise<number | undefined> {
  const html = await (await fetch(server.url, { headers: { cookie } })).text();
  const block = /<script type="application\/json" id="site">(.*?)<\/script>/s.exec(html)![1]!;
  return (JSON.parse(block) as { telemetry?: { sampleRate: number } }).telemetry?.sampleRate;
}

test('documents name the share of reported visits, and both sets report every visit while a canary runs', async () => {
  assert.equal(await shareFor(''), 0.25);
  const canary = { app: 'cart', version: '2.0.0', percent: 10 };
  const previews = [{ app: 'cart', version: '2.0.0' }];
  writeFileSync(join(siteFolder, 'live.json'), JSON.stringify(liveRecord({ canary, previews })));
  const beside = readLiveSet(siteFolder);
  server.setLive(beside.stable, beside.canary, beside.previews);
  for (const bucket of [9, 10]) assert.equal(await shareFor(`ts_bucket=${bucket}`), undefined, `bucket ${bucket}`);
  assert.equal(await shareFor('ts_preview=cart@2.0.0'), 0);
  writeFileSync(join(siteFolder, 'live.json'), JSON.stringify(liveRecord()));
  server.setLive(readLiveSet(siteFolder).stable);
  assert.equal(await shareFor(''), 0.25);
});
