import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { documentFileOf } from '../../site/export/document-file.ts';
import { contentOf, makeSmallSite } from '../../site/testing/small-site.ts';
import { cdnFolderTarget } from './cdn-folder-target.ts';
import { pushSite } from './push-site.ts';
import { flip } from './testing/leave-garbage.ts';
import { testTarget } from './testing/target-tests.ts';

const folder = mkdtempSync(join(tmpdir(), 'twostroke-cdn-'));
after(() => rmSync(folder, { recursive: true, force: true }));

testTarget(
  () => Promise.resolve(cdnFolderTarget(folder, 'https://abc.supabase.co')),
  (path) => {
    const file = join(folder, 'public', documentFileOf(path));
    return Promise.resolve(existsSync(file) ? readFileSync(file, 'utf8') : null);
  },
);

test('the folder to upload contains headers and files of previous releases, and nothing private', () => {
  const files = readdirSync(join(folder, 'public'), { recursive: true, encoding: 'utf8' });
  for (const file of ['_headers', '404.html', 'r/catalog/1.0.0/remoteEntry.js', 'r/catalog/0.7.0/remoteEntry.js'])
    assert.ok(files.includes(file), file);
  assert.deepEqual(
    files.filter((file) => /private|live\.json|\.mjs|\.(br|gz)$/.test(file)),
    [],
  );
});

test('content files of the content before stay for open tabs', async (t) => {
  const site = makeSmallSite();
  const upload = mkdtempSync(join(tmpdir(), 'twostroke-cdn-'));
  t.after(() => [site.remove(), rmSync(upload, { recursive: true, force: true })]);
  const target = cdnFolderTarget(upload, null);
  const has = (text: string) => existsSync(join(upload, 'public/pages/catalog/1.0.0', contentOf(text), 'bikes.json'));
  const seen: boolean[][] = [];
  for (const [at, text] of ['first', 'second', 'third'].entries()) {
    site.content.text = text;
    await flip(site, { sequence: at + 1 });
    await pushSite(target, site.folder);
    seen.push(['first', 'second', 'third'].map(has));
  }
  assert.deepEqual(seen, [
    [true, false, false],
    [true, true, false],
    [false, true, true],
  ]);
});
