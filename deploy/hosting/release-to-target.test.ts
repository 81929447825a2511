import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { runHostingCommand } from './hosting-command.ts';
import { readHistory } from '../site/record/history.ts';
import { readLiveRecord, type LiveRecord } from '../site/record/live-record.ts';
import { runReleaseCommand } from '../release/commands/release-command.ts';
import { makeRenderable, startSmallBackend, type SmallBackend } from '../site/testing/small-backend.ts';
import { makeSmallSite } from '../site/testing/small-site.ts';
import { openTarget } from '../release/targets/open-target.ts';
import { startSmallBucket, type SmallBucket } from '../release/targets/testing/small-bucket.ts';

const site = makeSmallSite();
site.addVersion('2.0.0');
makeRenderable(site.folder);
/** Where the commands run: a folder without the site. */
const elsewhere = mkdtempSync(join(tmpdir(), 'twostroke-elsewhere-'));
const copy = join(elsewhere, '.data/targets/s3-public-site');
let at: string[];
let backend: SmallBackend;
let bucket: SmallBucket;
let env: NodeJS.ProcessEnv;
/** Receives each line that a command prints. */

before(async () => {
  backend = await startSmallBackend();
  bucket = await startSmallBucket();
  at = ['--origin', bucket.origin];
  env = {
    ...bucket.env,
    TWOSTROKE_TARGET: 's3://public-site',
    SUPABASE_URL: backend.url,
    SUPABASE_ANON_KEY: 'public-key',
  };
  for (const [sequence, version] of [
    [1, '2.0.0'],
    [2, '1.0.0'],
  ] as const) {
    const record = putRecord({ sequence, apps: { ...site.record.apps, catalog: version } });
    const entry = { at: record.flippedAt, by: 'a test', action: 'release', app: 'catalog', commit: null };
    const told = { ...entry, from: null, to: version, seconds: 1, record };
    writeFileSync(join(site.folder, 'history.jsonl'), `${JSON.stringify(told)}\n`, { flag: 'a' });
    await pushAll(site.folder);
  }
});
after(async () => {
  await bucket?.close();
  backend.close();
  site.remove();
  rmSync(elsewhere, { recursive: true, force: true });
});

function putRecord(changes: Partial<LiveRecord>): LiveRecord {
  const record = { ...site.record, ...changes };
  writeFileSync(join(site.folder, 'live.json'), JSON.stringify(record));
  return record;
}

/** The separate command that pushes documents to a target. */
async function pushAll(folder: string, target = 's3://public-site'): Promise<void> {
  const said: string[] = [];
  const words = ['render', '--site', folder, ...at, '--push', target];
  assert.equal(await runHostingCommand(words, env, (line) => said.push(line)), 0, said.join('\n'));
}

async function release(...args: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const say = (line: string): void => {
    lines.push(line);
  };
  const code = await runReleaseCommand(args, elsewhere, say, { env });
  return { code, said: lines.join('\n') };
}

/** A release that was never live, sent a month ago. */
function addUnused(folder: string, version: string): void {
  const monthAgo = new Date(Date.now() - 30 * 24 * 3600_000);
  for (const path of [`r/catalog/${version}/remoteEntry.js`, `private/catalog/${version}/release.json`]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '{}');
    utimesSync(join(folder, path), monthAgo, monthAgo);
  }
}

async function recordThere(): Promise<LiveRecord> {
  const target = openTarget('s3://public-site', { env, backendOrigin: null });
  return JSON.parse((await target.readText('live.json'))!) as LiveRecord;
}

test('the settings that documents need are checked before anything else', async () => {
  assert.match((await release('rollback', 'catalog')).said, /--origin https:/);
  const { SUPABASE_URL, ...without } = env;
  env = without;
  delete env.SUPABASE_ANON_KEY;
  assert.match((await release('rollback', 'catalog', ...at)).said, /--backend URL --key KEY/);
  env = { ...without, SUPABASE_URL, SUPABASE_ANON_KEY: 'public-key' };
  assert.ok(!existsSync(copy));
});

test('one command rolls back from a machine without any state, and visitors get the previous version', async () => {
  assert.match((await bucket.documentOf('/bikes'))!, /rendered of 1\.0\.0/);
  const { code, said } = await release('rollback', 'catalog', ...at);
  assert.equal(code, 0, said);
  assert.match((await bucket.documentOf('/bikes'))!, /rendered of 2\.0\.0/);
  const { sequence, apps } = await recordThere();
  assert.deepEqual([sequence, apps.catalog], [3, '2.0.0']);
  assert.match(said, /s3:\/\/public-site\/: 0 files of releases, \d+ of documents[^]*catalog 2\.0\.0 is live again/);
  assert.match(
    said,
    /^Verified at \S+: release \w+ is served; \/ answers 200, \S+remoteEntry\.js has its integrity\.$/m,
  );
  assert.match((await release('status')).said, /^catalog +2\.0\.0$/m);
  assert.match((await release('history')).said, /catalog 2\.0\.0 is live again instead of 1\.0\.0/);
});

test('a remote is disabled and enabled', async () => {
  assert.equal((await release('disable', 'catalog', ...at)).code, 0);
  assert.match((await bucket.documentOf('/bikes'))!, /"disabled":true/);
  assert.deepEqual((await recordThere()).disabled, ['catalog']);
  assert.equal((await release('enable', 'catalog', ...at)).code, 0);
  assert.match((await bucket.documentOf('/bikes'))!, /rendered of 2\.0\.0/);
});

test('with the service key the backend learns what is live at the target, without it nothing', async () => {
  backend.announced = [];
  const publicOnly = env;
  assert.equal((await release('disable', 'catalog', ...at)).code, 0);
  assert.deepEqual(backend.announced, []);
  env = { ...publicOnly, SUPABASE_SERVICE_ROLE_KEY: 'service-key' };
  assert.equal((await release('enable', 'catalog', ...at)).code, 0);
  env = publicOnly;
  const versions = Object.entries((await recordThere()).apps).map(([app, version]) => ({
    app,
    version,
    canary: false,
  }));
  assert.deepEqual(backend.announced, [{ key: 'Bearer service-key', site: bucket.origin, versions }]);
});

test('a target that cannot serve canaries rejects promoting or starting one', async () => {
  assert.match((await release('promote', 'catalog', ...at)).said, /No canary of catalog runs/);
  assert.match((await release('canary', 'catalog', '10', ...at)).said, /A bucket answers every visitor with the same/);
});

test('a release that is overtaken by another one while it renders is rejected and changes nothing', async () => {
  const { sequence } = await recordThere();
  const target = openTarget('s3://public-site', { env, backendOrigin: null });
  const theirs = {
    ...(await recordThere()),
    sequence: sequence + 1,
    flippedBy: 'somebody else',
    flippedAt: '2026-11-22T10:00:00.000Z',
  };
  backend.onAsked = () => target.writeText('live.json', JSON.stringify(theirs));
  const { code, said } = await release('disable', 'catalog', ...at);
  backend.onAsked = null;
  assert.equal(code, 1);
  assert.match(
    said,
    /Another team has released to s3:\/\/public-site\/ meanwhile \(flip \d+, by somebody else\)[^]*undone/,
  );
  assert.deepEqual(await recordThere(), theirs);
  assert.match((await bucket.documentOf('/bikes'))!, /rendered of 2\.0\.0/);
  assert.ok(!readHistory(copy).some(({ record, action }) => action === 'not-seen' || record.sequence > sequence));
  assert.equal((await release('disable', 'catalog', ...at)).code, 0, 'repeated: on top of what is live there now');
  assert.equal((await recordThere()).sequence, sequence + 2);
  assert.equal((await release('enable', 'catalog', ...at)).code, 0);
});

test('a flip that does not reach the target is undone, and the next one succeeds', async () => {
  const before = await recordThere();
  backend.isDown = true;
  const { code, said } = await release('rollback', 'catalog', '1.0.0', ...at);
  backend.isDown = false;
  assert.equal(code, 1);
  assert.match(said, /Flip \d+ did not reach s3:\/\/public-site\/: content_version answered 503\.\nIt was undone/);
  assert.deepEqual(await recordThere(), before);
  const again = await release('rollback', 'catalog', '1.0.0', ...at);
  assert.equal(again.code, 0, again.said);
  assert.match((await bucket.documentOf('/bikes'))!, /rendered of 1\.0\.0/);
});

test('a rollback over a truncated live record at the target continues from the newest good one, and says so', async () => {
  const folder = join(elsewhere, 'served');
  cpSync(site.folder, folder, { recursive: true, verbatimSymlinks: true });
  writeFileSync(join(folder, 'live.json'), readFileSync(join(site.folder, 'live.json'), 'utf8').slice(0, 60));
  const { code, said } = await release('rollback', 'catalog', '--target', folder, '--origin', 'http://127.0.0.1:9');
  assert.equal(code, 0, said);
  assert.match(
    said,
    /^The live record of \S+served is damaged: it is not JSON\. Flip 2, the newest good one there, counts/m,
  );
  const { sequence, apps } = readLiveRecord(folder)!;
  assert.deepEqual([sequence, apps.catalog], [3, '2.0.0']);
  assert.match(readFileSync(join(folder, 'documents/live/stable/bikes.html'), 'utf8'), /rendered of 2\.0\.0/);
  rmSync(folder, { recursive: true });
});

test('gc examines the target and needs neither an address nor a backend', async () => {
  const folder = join(elsewhere, 'served');
  cpSync(site.folder, folder, { recursive: true });
  addUnused(folder, '0.9.0');
  const told = await release('gc', '--dry-run', '--target', folder);
  assert.equal(told.code, 0, told.said);
  assert.match(told.said, /^Would remove from \S+served: 1 release \(catalog 0\.9\.0\), 0\.0 MB\.$/);
  assert.match(
    (await release('gc', '--target', folder)).said,
    /^Removed from \S+served: 1 release \(catalog 0\.9\.0\)/,
  );
  assert.equal((await release('gc', '--target', folder)).said, `Everything in ${folder} is in use.`);
  assert.match(
    (await release('gc', '--target', join(elsewhere, 'nowhere'))).said,
    /^Nothing is live at \S+nowhere yet\.$/,
  );
  rmSync(folder, { recursive: true });
});

test('one command promotes a canary in a folder of this machine, and one rolls back a folder to upload', async () => {
  const folder = join(elsewhere, 'served');
  const record = putRecord({ sequence: 9, canary: { app: 'catalog', version: '2.0.0', percent: 10 } });
  await pushAll(site.folder, folder);
  const promoted = await release('promote', 'catalog', '--target', folder, '--origin', 'http://127.0.0.1:9');
  assert.equal(promoted.code, 0, promoted.said);
  assert.match(promoted.said, /^Not verified: http:\S+ does not answer\.$/m);
  assert.match(readFileSync(join(folder, 'documents/live/stable/bikes.html'), 'utf8'), /rendered of 2\.0\.0/);
  assert.deepEqual((JSON.parse(readFileSync(join(folder, 'live.json'), 'utf8')) as LiveRecord).canary, null);

  putRecord({ sequence: record.sequence + 1, canary: null });
  const upload = join(elsewhere, 'upload');
  await pushAll(site.folder, `cdn:${upload}`);
  const back = await release('rollback', 'catalog', '--target', `cdn:${upload}`, ...at);
  assert.equal(back.code, 1, 'that version was never at the target');
  assert.match(back.said, /There is no release 2\.0\.0 of catalog/);
  const off = await release('disable', 'catalog', '--target', `cdn:${upload}`, ...at);
  assert.equal(off.code, 0, off.said);
  assert.match(off.said, /^Not verified: visitors get it after the folder is uploaded\.$/m);
  assert.match(readFileSync(join(upload, 'public/bikes.html'), 'utf8'), /"disabled":true/);
});
