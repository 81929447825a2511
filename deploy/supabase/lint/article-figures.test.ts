import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** Not a test of catalog: its suite runs where only its own repository is. */
test('the seeded articles name every diagram that catalog draws, and no other', () => {
  const read = (...path: string[]) => readFileSync(join(import.meta.dirname, ...path), 'utf8');
  const sprite = read('../../../catalog-mfe/src/parts/markdown/figures.svg');
  const drawn = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);
  const blog = '../seed/blog';
  const named = readdirSync(join(import.meta.dirname, blog)).flatMap((file) =>
    [...read(blog, file).matchAll(/\(figure:([^ )]+)/g)].map(([, name]) => name),
  );
  assert.deepEqual(named.sort(), drawn.sort());
});
