import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startTestBackend } from '../../backend/testing/test-backend.ts';
import { reportPageLoad } from '../testing/report-as-browsers.ts';
import { addReleases, liveRecord, shellRelease, smallSite } from '../testing/small-releases.ts';
import { readLiveSet } from './follow-live.ts';
import { startSiteServer } from './site-server.ts';

/*
 * Reports of a shell that is older than previews: it reads the release from its document, and neither
 * `preview` nor `telemetry`.
 */
const older = '0.9.0';
const siteFolder = smallSite();
addReleases(siteFolder, shellRelease({ version: older }));
const previews = [{ app: 'shell', version: older }];
writeFileSync(join(siteFolder, 'live.json'), JSON.stringify(liveRecord({ previews })));
const backend = await startTestBackend({ migrationsFolder: undefined, trustProxy: true });
const { stable, previews: open } = readLiveSet(siteFolder);
const server = await startSiteServer({
  siteFolder,
  live: stable,
  previews: open,
  browserBackend: { url: backend.url, key: backend.backend.anonKey },
  fetchRows: () => Promise.resolve([]),
});
after(async () => {
  await server.close();
  await backend.stop();
});

interface SiteBlock {
  release: string;
  backend: { url: string; key: string };
}

/** Opens the page as a visitor with this cookie and reports a visit and an error, as the older shell would. */
async function visit(cookie: string): Promise<{ html: string; kept: number }> {
  const html = await (await fetch(server.url, { headers: { cookie } })).text();
  const block = /<script type="application\/json" id="site">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const site = JSON.parse(block) as SiteBlock;
  const common = { app: 'shell', version: older, site_release: site.release, canary: false };
  const access = { url: site.backend.url, anonKey: site.backend.key };
  const { kept } = await reportPageLoad(access, '203.0.113.7', [
    { ...common, kind: 'visit', name: 'visit' },
    { ...common, kind: 'error', name: 'TypeError', message: 'x is undefined' },
  ]);
  return { html, kept };
}

const stored = async (): Promise<number> => {
  const [row] = await backend.backend.sql`select count(*)::int as count from public.client_reports`;
  return Number(row?.count);
};

test('an older shell reports during a preview, and none of its reports is stored', async () => {
  const { html, kept } = await visit(`ts_preview=shell@${older}`);
  assert.match(html, /Preview: <b>shell 0\.9\.0<\/b>/);
  assert.match(html, /\/r\/shell\/0\.9\.0\/main\.js/);
  assert.equal(kept, 0);
  assert.equal(await stored(), 0);
});

test('reports of a tester whose preview is not open are not stored either', async () => {
  const { html, kept } = await visit('ts_preview=shell@0.1.0');
  assert.match(html, /This preview is not open/);
  assert.equal(kept, 0);
  assert.equal(await stored(), 0);
});

test('a visitor’s reports are stored, whichever versions are previewed meanwhile', async () => {
  const { html, kept } = await visit('');
  assert.ok(!html.includes('preview'));
  assert.equal(kept, 2);
  assert.equal(await stored(), 2);
});

test('a tester’s tab finds its own release live, so no newer one is announced', async () => {
  for (const cookie of [`ts_preview=shell@${older}`, 'ts_preview=shell@0.1.0', '']) {
    const html = await (await fetch(server.url, { headers: { cookie } })).text();
    const live = (await (await fetch(`${server.url}/release.json`, { headers: { cookie } })).json()) as SiteBlock;
    assert.ok(html.includes(`"release":"${live.release}"`), cookie);
    assert.equal(live.release.startsWith('preview-'), cookie !== '', cookie);
  }
});
