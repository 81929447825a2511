import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readLiveRecord, replaceLiveRecord } from './live-record.ts';
import { liveRecordErrors } from './live-record-schema.ts';
import { readUsableRecord } from './recover-live-record.ts';
import { appendHistory } from './history.ts';
import { liveRecord, newSiteFolder, smallSite } from '../testing/small-releases.ts';

test('a valid record has no validation error', () => {
  assert.deepEqual(liveRecordErrors(liveRecord()), []);
  assert.deepEqual(liveRecordErrors(liveRecord({ canary: { app: 'cart', version: '1.0.0-ab', percent: 10 } })), []);
  assert.deepEqual(liveRecordErrors(liveRecord({ previews: [{ app: 'cart', version: '1.0.0-ab' }] })), []);
});

for (const [what, candidate, errors] of [
  ['nothing', null, ['A live record must be an object.']],
  ['a list', [], ['A live record must be an object.']],
  ['an older schema', { ...liveRecord(), schema: 1 }, ['schema must be 2.']],
  [
    'a sequence that does not count',
    { ...liveRecord(), sequence: '7' },
    ['sequence must be a whole number from 1 on.'],
  ],
  [
    'a version that leads out of the folder',
    liveRecord({ apps: { shell: '../../etc' } }),
    ["apps: the version of shell can't be a folder's name."],
  ],
  ['two dots alone', liveRecord({ apps: { shell: '..' } }), ["apps: the version of shell can't be a folder's name."]],
  [
    'an app that leads out of the folder',
    liveRecord({ apps: { '../private': '1.0.0' } }),
    ['apps: a name must be lower-case letters, digits and _.'],
  ],
  [
    'a canary without a version',
    { ...liveRecord(), canary: { app: 'cart', percent: 10 } },
    ['canary must name an app and a version.'],
  ],
  [
    'a canary for all visitors',
    liveRecord({ canary: { app: 'cart', version: '1.0.0', percent: 100 } }),
    ['canary: percent must be a whole number from 1 to 99.'],
  ],
  [
    'a preview that leads out of the folder',
    liveRecord({ previews: [{ app: 'cart', version: '../../etc' }] }),
    ['previews must list apps and versions.'],
  ],
  [
    'previews that are no list',
    { ...liveRecord(), previews: { cart: ['1.0.0'] } },
    ['previews must list apps and versions.'],
  ],
  [
    'more previews than the limit',
    liveRecord({ previews: Array.from({ length: 6 }, (_, at) => ({ app: 'cart', version: `1.${at}.0` })) }),
    ['previews: at most 5.'],
  ],
  ['a shell that is switched off', liveRecord({ disabled: ['shell'] }), ['disabled must list names of remotes.']],
  ['no time', { ...liveRecord(), flippedAt: 'yesterday' }, ['flippedAt must be a time.']],
] as const)
  test(`${what} is rejected with a sentence that names it`, () => {
    assert.deepEqual(liveRecordErrors(candidate), errors);
  });

test('a file that is not a record is rejected: half a file, HTML, megabytes', () => {
  const siteFolder = newSiteFolder();
  for (const text of [
    '{"schema":2,',
    '<!doctype html>',
    JSON.stringify({ ...liveRecord(), more: 'x'.repeat(100_000) }),
  ]) {
    writeFileSync(join(siteFolder, 'live.json'), text);
    assert.throws(() => readLiveRecord(siteFolder), /is not JSON|too large/);
  }
});

test('a flip that lost the compare-and-swap changes nothing', () => {
  const siteFolder = smallSite();
  const seen = readLiveRecord(siteFolder);
  const current = () => readLiveRecord(siteFolder);
  const first = liveRecord({ sequence: 2, flippedBy: 'first' });
  assert.equal(replaceLiveRecord(siteFolder, seen, first, current), true);
  assert.equal(replaceLiveRecord(siteFolder, seen, liveRecord({ sequence: 2, flippedBy: 'late' }), current), false);
  assert.deepEqual(readLiveRecord(siteFolder), first);
  assert.equal(existsSync(join(siteFolder, 'live.json.lock')), false);
  const former = JSON.parse(readFileSync(join(siteFolder, 'live.json.former'), 'utf8')) as unknown;
  assert.deepEqual(former, seen);
});

test('a damaged record is replaced by the newest of the history that can be served', () => {
  const siteFolder = smallSite();
  const flip = (sequence: number, apps: Record<string, string>) =>
    appendHistory(siteFolder, {
      at: '2026-11-21T09:00:00.000Z',
      by: 'a test',
      action: 'release',
      app: 'catalog',
      commit: null,
      from: null,
      to: null,
      seconds: 1,
      record: liveRecord({ sequence, apps }),
    });
  flip(4, { shell: '1.0.0', catalog: '1.0.0' });
  flip(5, { shell: '1.0.0', catalog: '9.9.9' });
  writeFileSync(join(siteFolder, 'live.json'), '{"schema":');
  const { record, error } = readUsableRecord(siteFolder);
  assert.equal(record?.sequence, 4, 'the fifth names a release that is not there');
  assert.match(error!, /is not JSON/);
  rmSync(join(siteFolder, 'live.json'));
  assert.equal(readUsableRecord(siteFolder).record?.sequence, 4);
  assert.match(readUsableRecord(siteFolder).error!, /is missing/);
});

test('without a history the record before the last flip is used', () => {
  const siteFolder = smallSite();
  const seen = readLiveRecord(siteFolder);
  replaceLiveRecord(siteFolder, seen, liveRecord({ sequence: 2 }), () => seen);
  writeFileSync(join(siteFolder, 'live.json'), 'null');
  assert.equal(readUsableRecord(siteFolder).record?.sequence, 1);
});
