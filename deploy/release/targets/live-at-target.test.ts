import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { appendHistory } from '../../site/record/history.ts';
import { readLiveRecord, type LiveRecord } from '../../site/record/live-record.ts';
import { makeSmallSite, renderSmallSite } from '../../site/testing/small-site.ts';
import { folderTarget } from './folder-target.ts';
import { pullSite } from './pull-site.ts';
import { pushSite } from './push-site.ts';
import { LiveRecordChangedError } from './target.ts';

const site = makeSmallSite();
const home = mkdtempSync(join(tmpdir(), 'twostroke-damaged-'));
after(() => {
  site.remove();
  rmSync(home, { recursive: true, force: true });
});
site.addVersion('2.0.0');
const first = site.record;
const second = { ...first, sequence: 2, apps: { ...first.apps, catalog: '2.0.0' } };

const served = join(home, 'served');
const besideCopy = join(home, 'beside-copy');
const copy = join(besideCopy, 'site');
const target = folderTarget(served);
let said: string[];

/** A target whose second flip is live, and nothing pulled from it yet. */
beforeEach(() => {
  for (const folder of [served, besideCopy]) rmSync(folder, { recursive: true, force: true });
  cpSync(site.folder, served, { recursive: true, verbatimSymlinks: true });
  cpSync(join(site.folder, 'private/catalog/1.0.0'), join(home, 'outside'), { recursive: true });
  mkdirSync(besideCopy);
  put('live.json', second);
  put('live.json.former', first);
  for (const record of [first, second]) addToHistory(record);
  said = [];
});

function put(file: string, content: object | string): void {
  writeFileSync(join(served, file), typeof content === 'string' ? content : JSON.stringify(content));
}

function addToHistory(record: LiveRecord, from: string | null = null): void {
  const { flippedAt: at, flippedBy: by } = record;
  appendHistory(served, {
    ...{ at, by, action: 'release', app: 'catalog', commit: null, from, to: record.apps.catalog!, seconds: 1 },
    record,
  });
}

function pull(): Promise<LiveRecord | null> {
  return pullSite(target, copy, (sentence) => said.push(sentence));
}

test('a valid record is used unchanged, without a message', async () => {
  assert.deepEqual(await pull(), second);
  assert.deepEqual(said, []);
});

for (const [what, content, error] of [
  ['half a record', JSON.stringify(second).slice(0, 60), 'it is not JSON.'],
  ['an empty file', '', 'it is not JSON.'],
  ['null', 'null', 'A live record must be an object.'],
  ['another schema', { ...second, schema: 1 }, 'schema must be 2.'],
] as const)
  test(`${what} is replaced by the newest good record of the history, with a message`, async () => {
    put('live.json', content);
    assert.deepEqual(await pull(), second);
    assert.deepEqual(readLiveRecord(copy), second);
    assert.deepEqual(said, [
      `The live record of ${served} is damaged: ${error} Flip 2, the newest good one there, counts; the next flip writes it again.`,
    ]);
  });

test('a record that names missing releases is not good', async () => {
  put('live.json', '{');
  rmSync(join(served, 'private/catalog/2.0.0/release.json'));
  assert.deepEqual(await pull(), first);
});

test('without a history the record before the last flip counts', async () => {
  put('live.json', '{');
  rmSync(join(served, 'history.jsonl'));
  assert.deepEqual(await pull(), first);
});

test('a missing record beside a history counts as damaged; with neither, the target is empty', async () => {
  rmSync(join(served, 'live.json'));
  assert.deepEqual(await pull(), second);
  assert.match(said[0]!, /is damaged: it is missing\. Flip 2/);
  rmSync(join(served, 'history.jsonl'));
  assert.equal(await pull(), null);
});

const hostileRecords: [string, LiveRecord][] = [
  ['a version', { ...second, sequence: 9, apps: { ...second.apps, catalog: '../../../outside' } }],
  ['an app', { ...second, sequence: 9, apps: { ...second.apps, '../..': 'outside' } }],
  ['a canary', { ...second, sequence: 9, canary: { app: 'catalog', version: '../../../outside', percent: 10 } }],
  ['a preview', { ...second, sequence: 9, previews: [{ app: '../..', version: 'outside' }] }],
];
for (const [what, hostile] of hostileRecords)
  test(`${what} whose path leaves the site folder is skipped, even if a release is there`, async () => {
    for (const file of ['live.json', 'live.json.former']) put(file, hostile);
    addToHistory(hostile);
    assert.deepEqual(await pull(), second);
    assert.deepEqual(readdirSync(besideCopy), ['site']);
    rmSync(copy, { recursive: true });
    rmSync(join(served, 'history.jsonl'));
    await assert.rejects(pull(), /Neither its history nor live\.json\.former has a good one/);
    assert.deepEqual(readdirSync(besideCopy), []);
  });

test('without a good record the message says what to do, and doing so works', async () => {
  for (const file of ['live.json', 'live.json.former', 'history.jsonl']) put(file, '{');
  await assert.rejects(pull(), {
    name: 'Rejection',
    message: `The live record of ${served} is damaged: it is not JSON. Neither its history nor live.json.former has a good one whose releases are there: push a site folder that has one, or a new one (deploy/hosting/README.md, first release), by npm run hosting -- render --site DIR --origin ADDRESS --push TARGET.`,
  });
  assert.ok(!existsSync(copy));
  await renderSmallSite(site);
  writeFileSync(join(site.folder, 'live.json'), JSON.stringify(first));
  await pushSite(target, site.folder);
  assert.deepEqual(await pull(), first);
  assert.deepEqual(said, []);
});

test('a push over a damaged record continues from the record that counts there, never from an older one', async () => {
  put('live.json', '{');
  await renderSmallSite(site);
  writeFileSync(join(site.folder, 'live.json'), JSON.stringify(first));
  await assert.rejects(pushSite(target, site.folder), LiveRecordChangedError);
  await renderSmallSite(site, second);
  writeFileSync(join(site.folder, 'live.json'), JSON.stringify(second));
  await pushSite(target, site.folder);
  assert.deepEqual(JSON.parse(readFileSync(join(served, 'live.json'), 'utf8')), second);
});

test('a copy on this machine with a damaged record is fetched again', async () => {
  await pull();
  writeFileSync(join(copy, 'live.json'), '{');
  assert.deepEqual(await pull(), second);
  assert.deepEqual(readLiveRecord(copy), second);
});
