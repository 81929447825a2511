import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';

test('a command that ends with much output loses nothing of it to a slow reader', async () => {
  const script = `
    import { exitAfterOutput } from './exit-after-output.mjs';
    setInterval(() => undefined, 1000);
    for (let line = 0; line < 1000; line += 1) console.log('x'.repeat(199));
    console.error('printed');
    exitAfterOutput(3);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  await once(child.stderr, 'data');
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => (bytes += chunk.length));
  const [code] = await closed;
  assert.deepEqual({ code, bytes }, { code: 3, bytes: 200_000 });
});
