import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { join } from 'node:path';
import { repository } from '../../release/build/ensure-installed.mjs';

test('npm test, or npm run test:all, runs every test file of deploy/', () => {
  const steps = readFileSync(join(repository, 'deploy/commands/test.mjs'), 'utf8');
  const paths = [...steps.matchAll(/'(deploy\/[\w./-]+)'/g)].map(([, path]) => path!);
  const files = readdirSync(join(repository, 'deploy'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !/(^|\/)(node_modules|dist|\.cache)\//.test(file))
    .map((file) => `deploy/${file}`);
  assert.ok(files.length > 100, `${files.length} files`);
  const left = files.filter((file) => !paths.some((path) => file === path || file.startsWith(`${path}/`)));
  assert.deepEqual(left, []);
});
