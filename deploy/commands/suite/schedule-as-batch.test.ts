import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const module = JSON.stringify(join(import.meta.dirname, 'schedule-as-batch.mjs'));
/** Field 41 of /proc/<pid>/stat, counted from the third one. */
const policy = `readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')[38]`;

/** @returns what a process that schedules itself so prints, and whether it ended well */
function run(script: string, PATH = process.env['PATH']): string {
  const code = `
    import { spawnSync } from 'node:child_process';
    import { readFileSync } from 'node:fs';
    import { scheduleAsBatch } from ${module};
    scheduleAsBatch();
    ${script}`;
  const args = ['--input-type=module', '--eval', code];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { env: { PATH }, encoding: 'utf8' });
  assert.equal(stderr, '');
  assert.equal(status, 0);
  return stdout.trim();
}

test('a process that a suite starts is batch work, where the system knows such', () => {
  const isKnown = spawnSync('chrt', ['--version']).status === 0;
  const child = `const { readFileSync } = require('node:fs'); console.log(${policy});`;
  const started = run(
    `console.log(spawnSync(process.execPath, ['--eval', ${JSON.stringify(child)}]).stdout.toString())`,
  );
  const SCHED_BATCH = '3';
  const own = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')[38];
  assert.equal(started, isKnown ? SCHED_BATCH : own);
});

test('without chrt it runs as it would', () => {
  assert.equal(run(`console.log('ran')`, '/nowhere'), 'ran');
});
