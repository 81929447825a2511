import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { watchContent } from './watch-content.ts';

const folder = mkdtempSync(join(tmpdir(), 'twostroke-content-'));
after(() => rmSync(folder, { recursive: true }));

test('a change of the content is known within 20 seconds, and kept for the next start', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let answer = 'first';
  const content = watchContent(folder, () => Promise.resolve(answer));
  await content.known();
  assert.equal(content.version, 'first');
  answer = 'second';
  t.mock.timers.tick(20_000);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(content.version, 'second');
  content.stop();
  assert.equal(readFileSync(join(folder, 'content-version'), 'utf8'), 'second');
});

test('while the backend is down the last known state counts', async () => {
  const content = watchContent(folder, () => Promise.reject(new Error('down')));
  await content.known();
  assert.equal(content.version, 'second');
  content.stop();
});
