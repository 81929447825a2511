import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startNginx, type RunningNginx } from '../testing/start-nginx.ts';
import { writeDocumentsOfStart } from '../node/assemble-site.ts';
import { readHistory } from '../../site/record/history.ts';
import { readLiveRecord, type Canary, type LiveRecord } from '../../site/record/live-record.ts';
import { runReleaseCommand } from '../../release/commands/release-command.ts';
import type { VisitorReports } from '../../release/canary/visitor-reports.ts';
import { checkCanary } from '../../release/canary/watch-canary.ts';
import { liveGeneration } from '../../site/export/generations.ts';
import { renderStatic } from '../../site/export/render-static.ts';
import { makeRenderable, startSmallBackend, type SmallBackend } from '../../site/testing/small-backend.ts';
import { makeSmallSite } from '../../site/testing/small-site.ts';

const site = makeSmallSite();
site.addVersion('2.0.0');
makeRenderable(site.folder);
const canary: Canary = { app: 'catalog', version: '2.0.0', percent: 30 };
let backend: SmallBackend;
let nginx: RunningNginx;

before(async () => {
  backend = await startSmallBackend();
  await showAtFirst({ canary });
  nginx = await startNginx({ siteFolder: site.folder, proxiedBackend: backend.url });
});
after(async () => {
  await nginx?.close();
  backend.close();
  site.remove();
});

/** Writes a record into the site folder and renders its documents, as operators do once. */
async function showAtFirst(changes: Partial<LiveRecord>, reportShare?: number): Promise<void> {
  putRecord(changes);
  const access = { url: backend.url, key: 'public-key' };
  const origin = 'https://twostroke.example';
  await renderStatic({
    siteFolder: site.folder,
    origin,
    browserBackend: access,
    dataBackend: access,
    ...(reportShare ? { reportShare } : {}),
  });
}

function putRecord(changes: Partial<LiveRecord>): void {
  const sequence = (readLiveRecord(site.folder)?.sequence ?? 0) + 1;
  writeFileSync(join(site.folder, 'live.json'), JSON.stringify({ ...site.record, ...changes, sequence }));
}

async function release(...args: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const code = await runReleaseCommand(['--site', site.folder, ...args], site.folder, (line) => lines.push(line));
  return { code, said: lines.join('\n') };
}

/** What a visitor of nginx gets, by their bucket. */
async function documentOf(bucket: number, path = '/bikes'): Promise<string> {
  return (await fetch(nginx.url + path, { headers: { cookie: `ts_bucket=${bucket}` } })).text();
}

const over: VisitorReports = {
  announce: () => Promise.resolve(),
  health: () => Promise.resolve([{ app: 'catalog', version: '2.0.0', visits: 100, errors: 50, failingAddresses: 9 }]),
  visits: () => Promise.resolve(100),
};

/** Checks the canary as a running site does, and returns what it logged. */
async function look(): Promise<string> {
  const said: string[] = [];
  const context = { siteFolder: site.folder, checkout: site.folder, by: 'the site', startedAt: 0, backend: null };
  await checkCanary({ ...context, say: (line) => said.push(line) }, over);
  return said.join('\n');
}

test('a canary over its budget ends for visitors of nginx too, also while the backend is down', async () => {
  assert.match(await documentOf(0), /rendered of 2\.0\.0/);
  backend.isDown = true;
  const before = backend.asked;
  const said = await look();
  assert.equal(readLiveRecord(site.folder)?.canary, null);
  for (const bucket of [0, 29, 99]) assert.match(await documentOf(bucket), /rendered of 1\.0\.0/, `bucket ${bucket}`);
  assert.match(said, /^File servers have it too: documents\/2-[0-9a-f]{8}\.$/m);
  assert.equal(backend.asked, before, 'nothing is rendered for it');
  assert.equal(readHistory(site.folder).at(-1)?.action, 'auto-rollback');
  backend.isDown = false;
});

test('a changed canary share changes the share of the buckets', async () => {
  await showAtFirst({ canary });
  const { code, said } = await release('canary', 'catalog', '50');
  assert.equal(code, 0, said);
  assert.match(await documentOf(49), /rendered of 2\.0\.0/);
  assert.match(await documentOf(50), /rendered of 1\.0\.0/);
});

test('after promote, rollback, disable and enable nginx serves what the record says', async () => {
  for (const [words, body] of [
    ['promote catalog', 'rendered of 2.0.0'],
    ['rollback catalog 1.0.0', 'rendered of 1.0.0'],
    ['disable catalog', '"disabled":true'],
    ['enable catalog', 'rendered of 1.0.0'],
  ] as const) {
    const { code, said } = await release(...words.split(' '));
    assert.equal(code, 0, said);
    assert.ok((await documentOf(0)).includes(body), words);
    assert.ok(liveGeneration(site.folder)?.startsWith(`${readLiveRecord(site.folder)?.sequence}-`), words);
    assert.match(said, /^File servers have it too: documents\//m);
  }
  const document = await documentOf(0);
  assert.ok(document.includes(`"backend":{"url":"${backend.url}","key":"public-key"}`), 'as in the documents before');
});

test("when documents can't be written, the message names what is live where and the command to run", async () => {
  const former = liveGeneration(site.folder)!;
  backend.isDown = true;
  const { code, said } = await release('rollback', 'catalog', '2.0.0');
  backend.isDown = false;
  assert.equal(code, 1);
  assert.equal(readLiveRecord(site.folder)?.apps.catalog, '2.0.0');
  assert.match(await documentOf(0), /rendered of 1\.0\.0/);
  assert.match(said, new RegExp(`is live in live\\.json\\. File servers \\(nginx\\) still serve documents/${former}`));
  const [, command] = /npm run release -- (render .*) --backend URL --key KEY$/m.exec(said)!;
  assert.equal(readHistory(site.folder).at(-1)?.action, 'not-seen');
  const { code: cured, said: how } = await release(...command!.split(' '), '--backend', backend.url, '--key', 'k');
  assert.equal(cured, 0, how);
  assert.match(await documentOf(0), /rendered of 2\.0\.0/);
});

test('every visit reports while a canary runs; afterwards only the configured share', async () => {
  await showAtFirst({ canary }, 0.25);
  assert.ok(!(await documentOf(99)).includes('sampleRate'));
  backend.isDown = true;
  const { code, said } = await release('canary', 'catalog', '0');
  backend.isDown = false;
  assert.equal(code, 0, said);
  assert.match(
    said,
    /^Until they are rendered again, documents report every visit, .*: content_version answered 503\.$/m,
  );
  assert.ok(!(await documentOf(0)).includes('sampleRate'), 'the canary has ended anyway');
  await showAtFirst({ canary }, 0.25);
  assert.equal((await release('canary', 'catalog', '0')).code, 0);
  for (const bucket of [0, 99]) assert.match(await documentOf(bucket), /"sampleRate":0\.25/);
});

test('npm start writes the documents of its releases where a file server serves documents', async () => {
  await showAtFirst({});
  putRecord({ apps: { ...site.record.apps, catalog: '2.0.0' } });
  const said: string[] = [];
  await writeDocumentsOfStart(site.folder, (line) => said.push(line));
  assert.match(await documentOf(0), /rendered of 2\.0\.0/);
  assert.match(said.join('\n'), /^File servers have it too: documents\//);
  await writeDocumentsOfStart(site.folder, (line) => said.push(line));
  assert.equal(said.length, 1, 'nothing to do');
  putRecord({});
  backend.isDown = true;
  await writeDocumentsOfStart(site.folder, (line) => said.push(line));
  backend.isDown = false;
  assert.match(said.join('\n'), /File servers \(nginx\) still serve documents\/[^]*npm run release -- render /);
});

test('no documents are written where none are served', async () => {
  const other = makeSmallSite();
  try {
    other.addVersion('2.0.0');
    writeFileSync(join(other.folder, 'live.json'), JSON.stringify(other.record));
    const { code, said } = await release('rollback', 'catalog', '2.0.0', '--site', other.folder);
    assert.equal(code, 0, said);
    assert.ok(!said.includes('File servers'));
    assert.ok(!readdirSync(other.folder).includes('documents'));
    assert.match(readFileSync(join(other.folder, 'live.json'), 'utf8'), /"catalog": "2\.0\.0"/);
  } finally {
    other.remove();
  }
});
