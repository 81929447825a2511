import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { tempFolder } from '../../supabase/tests/temp-folder.ts';
import { runSideBySide } from './run-steps.mjs';

const folder = tempFolder();
after(() => folder.remove());

const outcome = (code: number) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, tests: [], failures: [] });

/** A program that says when it runs, and fails where one of these runs beside it or has not run before it. */
function step(name: string, { apart = [] as string[], behind = [] as string[], ...how }) {
  const file = (one: string, end: string): string => JSON.stringify(join(folder.path, `${one}.${end}`));
  const source = `
    const fs = require('node:fs');
    fs.writeFileSync(${file(name, 'begun')}, '');
    const meets = [${apart.map((one) => `[${file(one, 'begun')}, ${file(one, 'ended')}]`).join()}]
      .some(([begun, ended]) => fs.existsSync(begun) && !fs.existsSync(ended));
    const misses = [${behind.map((one) => file(one, 'ended')).join()}].some((one) => !fs.existsSync(one));
    fs.writeFileSync(${file(name, 'ended')}, '');
    process.exitCode = meets || misses ? 1 : 0;`;
  return { name, args: ['-e', source], outcome, ...how };
}

test('steps run once what they name has ended and their processes are free; one that is decided late runs too', async () => {
  const done = await runSideBySide(
    [
      step('build', {}),
      step('wide', { after: ['build'], behind: ['build'], apart: ['narrow'], processes: 9 }),
      new Promise((resolve) => setImmediate(() => resolve(step('late', {})))),
      step('narrow', { apart: ['wide'] }),
      { name: 'failed', failure: 'There is no browser.' },
      { name: 'left out', leftOut: 'needs nginx' },
    ],
    2,
  );
  const counts = Object.fromEntries(done.map(({ name, passed, failed }) => [name, `${passed} ${failed}`]));
  const ran = { build: '1 0', wide: '1 0', late: '1 0', narrow: '1 0' };
  assert.deepEqual(counts, { ...ran, failed: '0 1', 'left out': '0 0' });
});

test('a step that waits for one that never runs is named', async () => {
  await assert.rejects(runSideBySide([step('alone', { after: ['other'] }), step('other', { after: ['alone'] })], 2), {
    message: 'Nothing runs that alone waits for.',
  });
});
