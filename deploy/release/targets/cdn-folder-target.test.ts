import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { documentFileOf } from '../../site/export/document-file.ts';
import { cdnFolderTarget } from './cdn-folder-target.ts';
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
