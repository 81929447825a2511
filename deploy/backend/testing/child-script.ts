import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

const bundles = join(here, '../../.cache/tests');

/** The bundle of the script where the test is one itself (`npm test`): it starts without compiling each module. */
function howToRun(name: string): string[] {
  const bundle = join(bundles, 'backend/testing', name.replace(/\.ts$/, '.mjs'));
  return process.argv[1]?.startsWith(bundles) && existsSync(bundle) ? [bundle] : ['--import', 'tsx', join(here, name)];
}

/** Starts a script of this folder and resolves with the first line it prints. */
export async function startScript(
  name: string,
  ...values: string[]
): Promise<{ child: ChildProcess; firstLine: string; ended: Promise<number | NodeJS.Signals> }> {
  const child = spawn(process.execPath, [...howToRun(name), ...values], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.on('exit', (code, signal) => resolve(signal ?? code ?? 0));
  });
  const firstLine = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (part: Buffer) => {
      text += String(part);
      if (text.includes('\n')) resolve(text.split('\n')[0] ?? '');
    });
    void ended.then((how) => reject(new Error(`${name} ended with ${how} and printed nothing.`)));
  });
  return { child, firstLine, ended };
}
