import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { documentFileOf } from '../../site/export/document-file.ts';
import { rsyncTarget } from './rsync-target.ts';
import { startRsyncDaemon } from './testing/rsync-daemon.ts';
import { testTarget } from './testing/target-tests.ts';

const missing = spawnSync('rsync', ['--version']).status !== 0;

if (missing) test('rsync', { skip: 'rsync is not installed (Debian: apt-get install rsync)' }, () => undefined);
else {
  const daemon = await startRsyncDaemon();
  after(() => daemon.close());

  testTarget(
    () => Promise.resolve(rsyncTarget(`${daemon.address}/`)),
    (path) => {
      const file = join(daemon.folder, 'documents/live/stable', documentFileOf(path));
      return Promise.resolve(existsSync(file) ? readFileSync(file, 'utf8') : null);
    },
    // Each call of rsync starts three processes: `npm test` tries the races at the other targets only.
    { races: process.env['TWOSTROKE_TEST_ALL'] !== undefined },
  );

  test('keeps two generations', () => {
    const generations = readdirSync(join(daemon.folder, 'documents')).filter((name) => !/^(live|former)$/.test(name));
    assert.equal(generations.length, 2, generations.join(', '));
  });

  test('the web server may enter every folder of documents after an old one was removed', () => {
    for (const folder of ['documents', 'documents/live/stable'])
      assert.equal(statSync(join(daemon.folder, folder)).mode & 0o055, 0o055, folder);
  });

  test('a document replaces one of the same size that was written in the same second', async (t) => {
    const siteFolder = mkdtempSync(join(tmpdir(), 'twostroke-same-second-'));
    t.after(() => rmSync(siteFolder, { recursive: true, force: true }));
    const target = rsyncTarget(daemon.address);
    const second = Math.floor(Date.now() / 1000);
    for (const [generation, page, writtenAt] of [
      ['901-00000000', 'former', second + 0.25],
      ['902-00000000', 'latest', second + 0.75],
    ] as const) {
      const folder = join(siteFolder, 'documents', generation);
      mkdirSync(join(folder, 'stable'), { recursive: true });
      for (const [file, text] of [
        ['name', generation],
        ['stable/page.html', page],
      ] as const) {
        writeFileSync(join(folder, file), text);
        utimesSync(join(folder, file), writtenAt, writtenAt);
      }
      await target.pushDocuments(siteFolder, generation, () => Promise.resolve());
    }
    assert.equal(await target.readText('documents/live/stable/page.html'), 'latest');
  });

  test('a machine that does not answer is named', async () => {
    await assert.rejects(
      rsyncTarget('rsync://127.0.0.1:9/site').readText('live.json'),
      /rsync with rsync:\/\/127\.0\.0\.1:9\/site failed/,
    );
  });
}
