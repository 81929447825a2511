import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { tempFolder } from '../../supabase/tests/temp-folder.ts';

const disk = tempFolder();
after(() => disk.remove());
const module = JSON.stringify(join(import.meta.dirname, 'temporary-files.mjs'));

/** @returns the folder in which a process that keeps its temporary files so writes them */
function folderOf(options: object): string {
  const script = `
    import { existsSync } from 'node:fs';
    import { tmpdir } from 'node:os';
    import { keepTemporaryFilesInMemory } from ${module};
    keepTemporaryFilesInMemory(${JSON.stringify(options)});
    if (!existsSync(tmpdir())) throw new Error('It does not exist.');
    console.log(tmpdir());`;
  const args = ['--input-type=module', '--eval', script];
  const env = { ...process.env, TMPDIR: disk.path };
  const { stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  assert.equal(stderr, '');
  return stdout.trim();
}

test('without room in memory, temporary files are on the disk, and are deleted at the end', () => {
  for (const options of [{ needed: Number.MAX_SAFE_INTEGER }, { memory: '/no/such/folder' }]) {
    const folder = folderOf(options);
    assert.ok(folder.startsWith(join(disk.path, 'twostroke-test-')), folder);
    assert.ok(!existsSync(folder));
  }
});

test('the files of a run that was killed are deleted, those of a run that goes on are not', () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const [left, used, other] = [`twostroke-test-${ended}`, `twostroke-test-${process.pid}`, 'twostroke-test-x1'].map(
    (name) => join(disk.path, name),
  );
  for (const folder of [left!, used!, other!]) mkdirSync(folder);
  folderOf({ needed: Number.MAX_SAFE_INTEGER });
  assert.deepEqual(
    [left, used, other].map((folder) => existsSync(folder!)),
    [false, true, true],
  );
});
