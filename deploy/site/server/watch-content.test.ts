import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { watchContent } from './watch-content.ts';

const folder = mkdtempSync(join(tmpdir(), 'twostroke-content-'));
after(() => rmSync(folder, { recursive: true }));

test('a change of the content is noticed within 20 seconds and stored for the next start', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let answer = 'first';
  let changes = 0;
  const content = watchContent(
    folder,
    () => Promise.resolve(answer),
    () => (changes += 1),
  );
  await content.known();
  assert.equal(content.version, 'first');
  const tick = async (): Promise<void> => {
    t.mock.timers.tick(20_000);
    await new Promise((resolve) => setImmediate(resolve));
  };
  await tick();
  assert.equal(changes, 1, 'an equal state is not a change');
  answer = 'second';
  await tick();
  assert.equal(content.version, 'second');
  assert.equal(changes, 2);
  content.stop();
  assert.equal(readFileSync(join(folder, 'content-version'), 'utf8'), 'second');
});

test('the last known state counts while the backend is down', async () => {
  const content = watchContent(folder, () => Promise.reject(new Error('down')));
  await content.known();
  assert.equal(content.version, 'second');
  content.stop();
});
