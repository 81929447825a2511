import { spawn } from 'node:child_process';
import { repository } from '../../release/build/ensure-installed.mjs';

/**
 * One step of the suite: a Node program whose report is read when it has exited, or the reason why it is skipped.
 * @typedef {{ name: string, program?: string, args?: string[], cwd?: string, env?: object, after?: string[],
 *    processes?: number, outcome?: (code: number) => import('./counts.mjs').Outcome, prints?: (output: string) => string,
 *    leftOut?: string, failure?: string }} Step `processes`: of how many it takes the place, 1 by default
 */

/**
 * Runs steps concurrently, in order, and prints each when it ends. A failed step never hides the others. A step begins
 * once those that it names in `after` have ended, and as many processes as it takes are free.
 * @param {(Step | Promise<Step>)[]} steps a promise: a step that is decided while others run
 * @param {number} width the number of concurrent processes of tests
 */
export async function runSideBySide(steps, width) {
  /** Those that have not begun. A promise is replaced by its step. */
  const waiting = [...steps];
  const undecided = () => waiting.filter((step) => step instanceof Promise);
  for (const promise of undecided()) promise.then((step) => waiting.splice(waiting.indexOf(promise), 1, step));
  const running = new Set();
  const done = [];
  const open = new Set(waiting.map(({ name }) => name));
  const isReady = (step) => !(step instanceof Promise) && (step.after ?? []).every((name) => !open.has(name));
  let free = width;
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex(isReady);
    const taken = Math.min(waiting[next]?.processes ?? 1, width);
    if (next < 0 || taken > free) {
      const pending = [...running, ...undecided()];
      if (pending.length === 0) throw new Error(`Nothing runs that ${waiting[0].name} waits for.`);
      await Promise.race(pending);
      continue;
    }
    const [step] = waiting.splice(next, 1);
    free -= taken;
    const run = runStep(step).then((result) => {
      running.delete(run);
      free += taken;
      open.delete(step.name);
      done.push(result);
    });
    running.add(run);
  }
  return done;
}

async function runStep(step) {
  const { name, program = process.execPath, args, cwd = repository, env = {}, outcome, failure } = step;
  if (step.leftOut) return { ...step, seconds: 0, passed: 0, failed: 0, tests: [], failures: [] };
  if (!args) return { ...step, seconds: 0, passed: 0, failed: 1, tests: [], failures: [], output: failure };
  const began = Date.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, NODE_ENV: 'test', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => {
      const seconds = (Date.now() - began) / 1000;
      const result = outcome(code);
      console.log(`${result.failed > 0 ? 'FAILED' : 'ok'}  ${name} (${seconds.toFixed(1)} s)`);
      if (step.prints) console.log(step.prints(output).replaceAll(/^/gm, '    '));
      for (const failure of result.failures) console.log(`    ${failure}`);
      resolve({ ...step, ...result, seconds, output });
    });
  });
}
