import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { appendHistory, readHistory, type FlipAction } from '../site/record/history.ts';
import { readLiveRecord, type LiveRecord } from '../site/record/live-record.ts';
import { runReleaseCommand } from '../release/commands/release-command.ts';
import { makeSmallSite } from '../site/testing/small-site.ts';
import { runHostingCommand } from './hosting-command.ts';

const target = makeSmallSite();
const folders: string[] = [];
after(() => {
  target.remove();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
target.addVersion('2.0.0');
flip('start', target.record, null);
flip('release', { ...target.record, sequence: 2, apps: { ...target.record.apps, catalog: '2.0.0' } }, '1.0.0');

/** A target as a push leaves it. */
function flip(action: FlipAction, record: LiveRecord, from: string | null): void {
  writeFileSync(join(target.folder, 'live.json'), JSON.stringify(record));
  const { flippedAt: at, flippedBy: by } = record;
  const to = record.canary?.version ?? record.apps.catalog!;
  appendHistory(target.folder, { at, by, action, app: 'catalog', commit: null, from, to, seconds: 1, record });
}

function newFolder(): string {
  folders.push(mkdtempSync(join(tmpdir(), 'twostroke-before-')));
  return join(folders.at(-1)!, 'site');
}

async function run(tool: 'hosting' | 'release', ...args: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  const code = await (tool === 'hosting' ? runHostingCommand(args, {}, say) : runReleaseCommand(args, tmpdir(), say));
  return { code, said: lines.join('\n') };
}

test('a new folder that is pulled with the previous version can be rolled back', async () => {
  const [without, folder] = [newFolder(), newFolder()];
  await run('hosting', 'pull', target.folder, '--site', without);
  assert.equal((await run('release', 'rollback', 'catalog', '--site', without)).code, 1, 'it is not there');
  const { code, said } = await run('hosting', 'pull', target.folder, '--site', folder, '--before', 'catalog');
  assert.equal(code, 0, said);
  assert.match(said, /^Fetched catalog 1\.0\.0 too\.$/m);
  for (const file of ['r/catalog/1.0.0/remoteEntry.js', 'private/catalog/1.0.0/release.json'])
    assert.deepEqual(readFileSync(join(folder, file)), readFileSync(join(target.folder, file)));
  const rolledBack = await run('release', 'rollback', 'catalog', '--site', folder);
  assert.equal(rolledBack.code, 0, rolledBack.said);
  assert.equal(readLiveRecord(folder)!.apps.catalog, '1.0.0');
  assert.equal(readHistory(folder).at(-1)!.action, 'rollback');
});

test('fetches nothing more while a canary of the app runs, because a rollback ends it', async () => {
  const canary = { app: 'catalog', version: '2.0.0', percent: 10 };
  flip('canary', { ...target.record, sequence: 3, canary }, '1.0.0');
  const { code, said } = await run('hosting', 'pull', target.folder, '--site', newFolder(), '--before', 'catalog');
  assert.equal(code, 0, said);
  assert.match(said, /A rollback ends the canary of catalog/);
});

test('reports an app without a previous version, an unknown app, and a version that is gone from the target', async () => {
  flip('release', { ...target.record, sequence: 4, apps: { ...target.record.apps, catalog: '2.0.0' } }, '1.0.0');
  rmSync(join(target.folder, 'private/catalog/1.0.0'), { recursive: true });
  for (const [app, sentence] of [
    ['shell', /No version of shell was live before 1\.0\.0/],
    ['wheels', /wheels is not live\. Live are: shell, catalog/],
    ['catalog', /has no private\/catalog\/1\.0\.0/],
  ] as const) {
    const folder = newFolder();
    const { code, said } = await run('hosting', 'pull', target.folder, '--site', folder, '--before', app);
    assert.equal(code, 1, said);
    assert.match(said, sentence);
    assert.ok(!existsSync(join(folder, `private/${app}/1.0.0`)) || app === 'shell');
  }
});

test('a version in the history whose path leaves the site folder is not fetched', async () => {
  writeFileSync(join(target.folder, 'history.jsonl'), '');
  flip(
    'release',
    { ...target.record, sequence: 5, apps: { ...target.record.apps, catalog: '2.0.0' } },
    '../../private',
  );
  const { code, said } = await run('hosting', 'pull', target.folder, '--site', newFolder(), '--before', 'catalog');
  assert.equal(code, 1, said);
  assert.match(said, /^The history of \S+ names no version of catalog before\.$/m);
});
