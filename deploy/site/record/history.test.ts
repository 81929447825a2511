import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { appendHistory, liveVersions, readHistory, type FlipAction, type HistoryEntry } from './history.ts';
import { liveRecord, newSiteFolder } from '../testing/small-releases.ts';

function entry(action: FlipAction, version: string, app = 'catalog', from: string | null = null): HistoryEntry {
  const record = liveRecord({ apps: { shell: '1', catalog: version } });
  return { at: record.flippedAt, by: 'a test', action, app, commit: null, from, to: version, seconds: 1, record };
}

test('lists the live versions of an app in order, without flips of other apps', () => {
  const history = [entry('release', 'a'), entry('release', 'b'), entry('disable', 'b', 'cart'), entry('promote', 'c')];
  assert.deepEqual(liveVersions(history, 'catalog'), ['a', 'b', 'c']);
});

test('a rollback removes the versions after its target, so that the next one goes further back', () => {
  const history = [entry('release', 'a'), entry('release', 'b'), entry('release', 'c'), entry('rollback', 'b')];
  assert.deepEqual(liveVersions(history, 'catalog'), ['a', 'b']);
});

test('a history that begins late contains what was live before its first flip', () => {
  assert.deepEqual(liveVersions([entry('release', 'b', 'catalog', 'a')], 'catalog'), ['a', 'b']);
});

test('appended lines are read; a truncated line is skipped', () => {
  const siteFolder = newSiteFolder();
  appendHistory(siteFolder, entry('release', 'a'));
  appendFileSync(join(siteFolder, 'history.jsonl'), '{"at":"2026\n{"record":null}\n[]\n');
  appendHistory(siteFolder, entry('release', 'b'));
  assert.deepEqual(
    readHistory(siteFolder).map(({ to }) => to),
    ['a', 'b'],
  );
});
