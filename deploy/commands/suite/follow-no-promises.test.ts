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

/** Runs a file of tests as `npm test` does. @returns its exit code and its TAP */
function run(tests: string): { code: number | null; tap: string } {
  const file = join(temporary.path, 'a.test.mjs');
  writeFileSync(file, `import { after, beforeEach, describe, test } from 'node:test';\n${tests}`);
  const preloaded = join(import.meta.dirname, 'follow-no-promises.cjs');
  const args = [`--require=${preloaded}`, '--test', '--test-reporter=tap', file];
  const { status, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  return { code: status, tap: stdout };
}

test('suites, their hooks and the hooks of a test belong to where they were called', () => {
  const { code, tap } = run(`
    let inside = 0;
    let ended = 0;
    describe('a suite', () => {
      beforeEach(() => void (inside += 1));
      test('of its own', () => undefined);
    });
    test('with an end', () => after(() => void (ended += 1)));
    test('counts', () => {
      if (inside !== 1 || ended !== 1) throw new Error(\`\${inside} and \${ended}\`);
    });`);
  assert.equal(code, 0, tap);
  assert.match(tap, /^ {4}ok 1 - of its own$/m);
});

for (const [what, error] of [
  ['is thrown', 'setTimeout(() => { throw new Error("a stray one"); }, 1);'],
  ['is a rejection', 'void Promise.reject(new Error("a stray one"));'],
] as const)
  test(`an error outside of the tests that ${what} fails the file`, () => {
    const { code, tap } = run(`
      test('waits for something else', async () => {
        await Promise.resolve();
        ${error}
        await new Promise((resolve) => setTimeout(resolve, 20));
      });`);
    assert.equal(code, 1, tap);
    assert.match(tap, /a stray one/);
    assert.match(tap, /^# fail 1$/m);
  });
