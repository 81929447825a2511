import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../database/open-database.ts';
import { silentLogger } from '../logger.ts';
import { lockDataFolder } from '../postgres/data-lock.ts';
import { findServerBinaries, addMissingLinks } from '../postgres/server-binaries.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { startScript } from '../testing/child-script.ts';
import { tempFolder } from '../../supabase/tests/temp-folder.ts';

const isRoot = process.getuid?.() === 0;
const password = 'only-for-tests';

test('recreates the database files after an interrupted first start', async () => {
  const folder = tempFolder();
  // What initdb leaves when it is killed: some files, and no marker beside them.
  mkdirSync(join(folder.path, 'postgres', 'base'), { recursive: true });
  writeFileSync(join(folder.path, 'postgres', 'PG_VERSION'), '17\n');
  const server = await startPostgres({ dataFolder: folder.path, password, logger: silentLogger });
  assert.equal(server.isNew, true);
  await server.stop();
  const again = await startPostgres({ dataFolder: folder.path, password, logger: silentLogger });
  assert.equal(again.isNew, false);
  await again.stop();
  folder.remove();
});

test('as root in a private folder: server and data are placed where the server user can read them', async () => {
  const folder = tempFolder(0o700);
  const dataFolder = join(folder.path, 'checkout', '.data');
  const found = findServerBinaries();
  const binaries = { folder: join(folder.path, 'checkout', 'native'), version: `test-${process.pid}` };
  cpSync(found.folder, binaries.folder, { recursive: true, verbatimSymlinks: true });
  const notices: string[] = [];
  const logger = { ...silentLogger, info: (message: string) => void notices.push(message) };
  const server = await startPostgres({ dataFolder, password, logger, binaries });
  try {
    const sql = await openDatabase(server.databaseUrl);
    assert.equal((await sql`select 1 as one`)[0]?.['one'], 1);
    await sql.end();
    const isOutside = !server.cluster.startsWith(folder.path);
    assert.equal(isOutside, isRoot);
    assert.equal(notices.join('\n').includes(server.cluster), isRoot);
  } finally {
    await server.stop();
    if (isRoot) {
      const place = join(server.cluster, '..');
      rmSync(server.cluster, { recursive: true });
      rmSync(join(place, `server-${binaries.version}`), { recursive: true });
      assert.deepEqual(
        readdirSync(place).filter((name) => name.includes(`test-${process.pid}`)),
        [],
      );
    }
    folder.remove();
  }
});

test("creates the package's symlinks when its install script was skipped", () => {
  const folder = tempFolder();
  const library = join(folder.path, 'native', 'lib');
  mkdirSync(library, { recursive: true });
  writeFileSync(join(library, 'libpq.so.5.17'), '');
  writeFileSync(
    join(folder.path, 'native', 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.17', target: 'native/lib/libpq.so.5' }]),
  );
  addMissingLinks(folder.path);
  addMissingLinks(folder.path);
  assert.ok(existsSync(join(library, 'libpq.so.5')));
  folder.remove();
});

test('a stale lock is replaced, also when another process has its pid', () => {
  const folder = tempFolder();
  for (const stale of ['', '999999 12345', `${process.pid} 1`]) {
    writeFileSync(join(folder.path, 'backend.lock'), stale);
    const lock = lockDataFolder(folder.path);
    assert.ok(lock.isHeld());
    assert.throws(() => lockDataFolder(folder.path), new RegExp(`in use by process ${process.pid}\\.`));
    lock.release();
    assert.deepEqual(readdirSync(folder.path), []);
  }
  folder.remove();
});

test('when several processes find a stale lock, one gets the folder', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder.path, 'backend.lock'), '999999 12345');
  const starters = await Promise.all([1, 2, 3].map(() => startScript('lock-folder.ts', folder.path)));
  const lines = starters.map(({ firstLine }) => firstLine);
  assert.equal(lines.filter((line) => line === 'locked').length, 1, lines.join('\n'));
  const winner = starters.find(({ firstLine }) => firstLine === 'locked');
  for (const line of lines.filter((other) => other !== 'locked'))
    assert.ok(line.includes(`in use by process ${winner?.child.pid}.`), line);
  for (const { child } of starters) child.stdin?.end();
  await Promise.all(starters.map(({ ended }) => ended));
  assert.deepEqual(readdirSync(folder.path), []);
  folder.remove();
});
