import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const module = JSON.stringify(join(import.meta.dirname, 'schedule-as-batch.mjs'));
const isKnown = spawnSync('chrt', ['--version']).status === 0;

/** @returns what this code prints in a process that has scheduled itself as batch work */
function run(code: string): string {
  const script = `
    import { spawnSync } from 'node:child_process';
    import { scheduleAsBatch } from ${module};
    scheduleAsBatch();
    ${code}`;
  const node = [process.execPath, '--input-type=module', '--eval', script];
  // The suite that runs this test is batch work itself.
  const [program = '', ...args] = isKnown ? ['chrt', '--other', '0', ...node] : node;
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: 'utf8' });
  assert.equal(stderr, '');
  assert.equal(status, 0);
  return stdout.trim();
}

test('a suite is batch work, where the system knows such', () => {
  const policy = `console.log(spawnSync('chrt', ['--pid', String(process.pid)], { encoding: 'utf8' }).stdout ?? '')`;
  assert.equal(run(policy).includes('SCHED_BATCH'), isKnown);
});

test('without chrt it runs as it would', () => {
  assert.equal(run(`process.env.PATH = '/nowhere'; scheduleAsBatch(); console.log('ran')`), 'ran');
});
