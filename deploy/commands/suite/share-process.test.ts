import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { tempFolder } from '../../supabase/tests/temp-folder.ts';

const temporary = tempFolder();
after(() => temporary.remove());
/** Otherwise the runner takes the file for one of this run. */
const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
const sharing = JSON.stringify(join(import.meta.dirname, 'share-process.mjs'));

/** Runs two files of tests in one process as `npm test` does. @returns its exit code and its TAP */
function run(...files: [string, string]): { code: number | null; tap: string } {
  const imports = `import { after, before, beforeEach, test } from ${sharing};\n`;
  files.forEach((tests, index) => writeFileSync(join(temporary.path, `${index}.mjs`), imports + tests));
  const runs = files.map((_, index) => `await runFile('file ${index}', () => import('./${index}.mjs'));`);
  const entry = join(temporary.path, 'both.test.mjs');
  writeFileSync(entry, [`import { runFile } from ${sharing};`, ...runs].join('\n'));
  const preloaded = join(import.meta.dirname, 'follow-no-promises.cjs');
  const args = [`--require=${preloaded}`, '--test', '--test-reporter=tap', entry];
  const { status, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  return { code: status, tap: stdout };
}

test('hooks run for the tests of their own file, and a file is loaded when the one before has ended', () => {
  const { code, tap } = run(
    `globalThis.calls = ['loads 0'];
     process.env.OF_FILE_0 = 'set';
     await Promise.resolve();
     before(() => calls.push('before 0'));
     beforeEach(() => calls.push('each 0'));
     after(() => calls.push('after 0'));
     test('one', async () => {
       after(() => calls.push('after one'));
       await new Promise((resolve) => setTimeout(resolve, 1));
       calls.push('one');
     });`,
    `calls.push('loads 1');
     test('two', () => {
       const order = 'loads 0, before 0, each 0, one, after one, after 0, loads 1';
       if (calls.join(', ') !== order) throw new Error(calls.join(', '));
       if (process.env.OF_FILE_0) throw new Error('The environment is the one of file 0.');
     });`,
  );
  assert.equal(code, 0, tap);
  assert.match(tap, /^# tests 2$/m);
});

test('a file that cannot be loaded fails under its name, and the next one runs', () => {
  const { code, tap } = run(
    `test('is not run', () => undefined);
     throw new Error('no such server');`,
    `test('two', () => undefined);`,
  );
  assert.equal(code, 1, tap);
  assert.match(tap, /Subtest: file 0\n {4}# Subtest: the file is loaded\n {4}not ok 1/);
  assert.match(tap, /no such server/);
  assert.match(tap, /^ {4}ok 1 - two$/m);
  assert.match(tap, /^# tests 2\n# suites 2\n# pass 1\n# fail 1$/m);
});
