import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Scores of 0 to 100 and times in milliseconds, of one run. */
export interface LighthouseRun {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  /** Names of the audits that cost points outside of performance. */
  failed: string[];
}

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Installs Lighthouse beside this file, once. */
export function installLighthouse(): void {
  if (existsSync(`${folder}node_modules/lighthouse`)) return;
  console.log('Installing Lighthouse (once) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['ci', '--loglevel', 'error'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0)
    throw new Error('Lighthouse could not be installed. Is the npm registry reachable from this machine?');
}

/** One run of Lighthouse, in a process of its own: it keeps much of what it has seen. */
export function runLighthouse(address: string): LighthouseRun {
  const output = execFileSync(process.execPath, [`${folder}run-lighthouse.mjs`, address], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(output.trim().split('\n').at(-1)!) as LighthouseRun;
}
