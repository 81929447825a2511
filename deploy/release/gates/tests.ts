import { workspaceOf } from '@twostroke/shared/tooling/list-apps.mjs';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashSources, toolOf } from '../build/app-sources.mjs';

/** How much of a failed run's output is shown. */
const SHOWN_CHARACTERS = 4000;

/**
 * Requires that the app's own suite passes for exactly these sources: runs it, unless it has passed for them before. It
 * can't be skipped.
 */
export async function testsGate(checkout: string, app: string): Promise<string[]> {
  const workspace = workspaceOf(app);
  const stamp = join(checkout, '.cache/green-tests', workspace);
  const sources = hashSources(checkout, workspace, { tests: true });
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return [];
  const { code, output } = await runJest(checkout, workspace);
  if (code !== 0)
    return [
      `The tests of ${app} fail. Run npm test -w ${workspace} and fix what fails:\n${output.trim().slice(-SHOWN_CHARACTERS)}`,
    ];
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, sources);
  return [];
}

function runJest(checkout: string, workspace: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const jest = toolOf(checkout, workspace, 'jest', 'bin/jest.js');
    // By default Jest leaves one processor idle. The concurrent build ends long before the suite does.
    const child = spawn(process.execPath, [jest, '--ci', '--maxWorkers=100%'], {
      cwd: join(checkout, workspace),
      env: { ...process.env, NODE_ENV: 'test', NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
