import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { documentFileOf } from '../../site/export/document-file.ts';
import { folderTarget } from './folder-target.ts';
import { testTarget } from './testing/target-tests.ts';

const folder = mkdtempSync(join(tmpdir(), 'twostroke-target-'));
after(() => rmSync(folder, { recursive: true, force: true }));

testTarget(
  () => Promise.resolve(folderTarget(folder)),
  (path) => {
    const file = join(folder, 'documents/live/stable', documentFileOf(path));
    return Promise.resolve(existsSync(file) ? readFileSync(file, 'utf8') : null);
  },
);

test('keeps two generations, and stores a file with many names once', () => {
  const generations = readdirSync(join(folder, 'documents')).filter((name) => /^\d/.test(name));
  assert.equal(generations.length, 2, generations.join(', '));
  assert.ok(statSync(join(folder, 'documents/live/stable/index.html.br')).size > 0);
  assert.deepEqual(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(part|next|lock)$/.test(name)),
    [],
  );
});
