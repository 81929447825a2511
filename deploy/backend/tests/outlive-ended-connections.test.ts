import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../testing/lose-connections.ts', import.meta.url));
// Not as a part of this test, which would take note of the rejections itself.
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', script, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    timeout: 30_000,
  });

test('connections that end while they are being opened do not end the process', () => {
  const { status, stdout, stderr } = run();
  assert.deepEqual([status, stdout], [0, 'alive\n'], stderr);
});

test('what else nobody handles still does', () => {
  const { status, stderr } = run('other');
  assert.notEqual(status, 0);
  assert.match(stderr, /a fault of our own/);
});
