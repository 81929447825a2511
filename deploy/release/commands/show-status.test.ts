import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { startTestBackend, type TestBackend } from '../../backend/testing/test-backend.ts';
import { runReleaseCommand } from './release-command.ts';
import { announceSite } from '../../site/record/running-site.ts';
import { reportFrom, type Report } from '../../site/testing/report-as-browsers.ts';
import { addReleases, liveRecord, remoteRelease, smallSite } from '../../site/testing/small-releases.ts';
import type { SiteHealth } from '../canary/version-health.ts';

let backend: TestBackend;
before(async () => void (backend = await startTestBackend({ migrationsFolder: undefined, trustProxy: true })));
after(() => backend.stop());

const siteFolder = smallSite({ canary: { app: 'cart', version: '2.0.0', percent: 10 } });
addReleases(siteFolder, remoteRelease('cart', { version: '2.0.0' }));

async function status(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const all = ['status', '--site', siteFolder, ...args];
  assert.equal(await runReleaseCommand(all, dirname(siteFolder), (line) => lines.push(line)), 0);
  return lines.join('\n');
}

/** Reports like the browsers of this many visits. */
async function report(app: string, version: string, visits: number, errors: number): Promise<void> {
  const site = { url: backend.url, anonKey: backend.backend.anonKey };
  const visit: Report = { kind: 'visit', app, version };
  const error: Report = { ...visit, kind: 'error', name: 'TypeError', message: 'x' };
  await reportFrom(site, 40, [...Array<Report>(visits).fill(visit), ...Array<Report>(errors).fill(error)]);
}

test('status prints visits, errors and error rate of every version, the canary beside the stable one', async () => {
  await report('cart', '1.0.0', 40, 1);
  await report('cart', '2.0.0', 16, 4);
  await report('catalog', '0.9.0', 1, 0);
  await backend.backend.sql`insert into private.settings values ('report_share', '0.1')`;
  await report('catalog', '1.0.0', 10, 2);
  const access = ['--backend', backend.url, '--key', backend.backend.serviceKey];
  const said = await status(...access);
  const [, figures] = said.split("Reported by visitors' browsers in the last 24 hours:\n");
  assert.deepEqual(figures!.split('\n'), [
    'shell@1.0.0    stable  no visit, 0 visits, 0 errors',
    'catalog@1.0.0  stable  2.0 % errors per visit, 100 visits, 2 errors',
    'catalog@0.9.0  former  0.0 % errors per visit, 1 visit, 0 errors',
    'cart@1.0.0     stable  2.5 % errors per visit, 40 visits, 1 error',
    'cart@2.0.0     canary  25.0 % errors per visit, 16 visits, 4 errors',
  ]);
  assert.match(said, /^cart +1\.0\.0, canary 2\.0\.0 for 10 % of the visitors$/m);
  const { health } = JSON.parse(await status(...access, '--json')) as { health: SiteHealth };
  assert.deepEqual([health.hours, health.missing, health.versions.length], [24, null, 5]);
  assert.deepEqual(health.versions.at(-1), {
    app: 'cart',
    version: '2.0.0',
    is: 'canary',
    visits: 16,
    errors: 4,
    errorRate: 0.25,
  });
});

test('without the figures it prints the reason, and still what is live', async () => {
  const missing = async (...args: string[]): Promise<string> => {
    const said = await status(...args);
    assert.match(said, /^catalog +1\.0\.0$/m);
    const told = /^Error rates are not known: (.*)$/m.exec(said);
    assert.ok(told && said.endsWith(told[0]), said);
    return told[1]!;
  };
  assert.match(await missing(), /^No site runs here\. Start it, or name a backend: --backend/);
  assert.match(
    await missing('--backend', backend.url, '--key', backend.backend.anonKey),
    /answered 401 .* The key must be the service role's\.$/,
  );
  const unreachable = 'http://127.0.0.1:9';
  assert.equal(await missing('--backend', unreachable, '--key', 'x'), `The backend ${unreachable} does not answer.`);
  const leave = announceSite(siteFolder, {
    url: unreachable,
    backend: { url: backend.url, key: backend.backend.anonKey },
  });
  assert.match(await missing(), /^Only the service role reads visitors' reports: set SUPABASE_SERVICE_ROLE_KEY\.$/);
  leave();
  const { health } = JSON.parse(await status('--json')) as { health: SiteHealth };
  assert.deepEqual([health.versions, health.missing?.slice(0, 18)], [[], 'No site runs here.']);
});

test('the key of an embedded backend is read from the path in `site.json`', async () => {
  writeFileSync(join(siteFolder, 'live.json'), JSON.stringify(liveRecord()));
  const { secretsFile } = backend.backend;
  const leave = announceSite(siteFolder, { url: backend.url, backend: { url: backend.url, key: 'x' }, secretsFile });
  try {
    assert.match(await status(), /^cart@2\.0\.0 +former +25\.0 % errors per visit/m);
  } finally {
    leave();
  }
});

test('the site that runs here is queried with its own key', async () => {
  writeFileSync(join(siteFolder, 'live.json'), JSON.stringify(liveRecord()));
  const leave = announceSite(siteFolder, { url: backend.url, backend: { url: backend.url, key: 'x' } });
  process.env.SUPABASE_SERVICE_ROLE_KEY = backend.backend.serviceKey;
  try {
    assert.match(await status(), /^cart@2\.0\.0 +former +25\.0 % errors per visit/m);
  } finally {
    delete process.env.SUPABASE_SERVICE_ROLE_KEY;
    leave();
  }
});
