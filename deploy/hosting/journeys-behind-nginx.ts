import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildApps } from '../commands/build-apps.mjs';
import { repository } from '../commands/ensure-installed.mjs';
import { findChromium } from '../commands/find-chromium.mjs';
import { findNginx } from '../commands/find-servers.mjs';

const folder = join(repository, 'deploy/e2e/journeys');

/** Names of all journeys, e.g. `guest-booking`. */
export function journeyNames(): string[] {
  return readdirSync(folder).flatMap((file) => /^(.+)\.test\.ts$/.exec(file)?.[1] ?? []);
}

/**
 * Builds what has changed and walks the journeys of deploy/e2e behind the real nginx, each with a site of its own.
 * @param names which; none: all of them
 * @param say prints a line
 * @returns how many tests failed
 * @throws Error when a name is none, or nginx or a browser is missing
 */
export async function walkBehindNginx(names: string[], say: (line: string) => void): Promise<number> {
  const all = journeyNames();
  for (const name of names)
    if (!all.includes(name)) throw new Error(`There is no journey ${name}. There are: ${all.join(', ')}.`);
  const [nginx, chromium] = [findNginx(), await findChromium()];
  if (!nginx.path) throw new Error(`This ${nginx.sentence}.`);
  if (!chromium.path) throw new Error(chromium.sentence);
  await buildApps();
  const started = Date.now();
  let [passed, failed] = [0, 0];
  for (const name of names.length > 0 ? names : all) {
    const began = Date.now();
    const { code, output } = await walk(name, chromium.path);
    const count = (word: string): number => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
    // A process that ends before its tests do is a failure too.
    const failures = count('fail') + count('cancelled') || (code === 0 && count('pass') > 0 ? 0 : 1);
    passed += count('pass');
    failed += failures;
    for (const [, sentence] of output.matchAll(/^# (Left out behind nginx: .*)$/gm)) say(sentence!);
    if (failures > 0) say(output.trim().slice(-8000));
    say(
      `${failures > 0 ? 'FAILED' : 'ok    '}  ${name}: ${count('pass')} passed, ${failures} failed (${since(began)} s)`,
    );
  }
  say(`Behind nginx, in ${since(started)} s: ${passed} passed, ${failed} failed`);
  return failed;
}

function walk(name: string, chromium: string): Promise<{ code: number | null; output: string }> {
  const args = ['--import', 'tsx', '--test', '--test-reporter=tap', join(folder, `${name}.test.ts`)];
  const env = { ...process.env, NODE_ENV: 'test', TWOSTROKE_E2E_SERVER: 'nginx', CHROME_PATH: chromium };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: repository, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('close', (code) => resolve({ code, output }));
  });
}

function since(began: number): string {
  return ((Date.now() - began) / 1000).toFixed(1);
}
