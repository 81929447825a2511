import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

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
  /** Names of the failed audits in the categories other than performance. */
  failed: string[];
  /** Lighthouse's benchmark index of this processor: a desktop has 1,500 to 2,000, and its processor / 4 is a usual phone's. */
  benchmarkIndex: number;
}

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Installs Lighthouse and the certificate generator beside this file, once. */
export function installLighthouse(): void {
  if (existsSync(`${folder}node_modules/lighthouse`) && existsSync(`${folder}node_modules/selfsigned`)) return;
  console.log('Installing Lighthouse (once) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['ci', '--loglevel', 'error'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0)
    throw new Error('Lighthouse could not be installed. Is the npm registry reachable from this machine?');
}

/**
 * Runs Lighthouse once, in its own process because it keeps much in memory. A run whose recording failed is repeated,
 * as Lighthouse advises.
 */
export async function runLighthouse(address: string, tries = 3): Promise<LighthouseRun> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [`${folder}run-lighthouse.mjs`, address]);
    return JSON.parse(stdout.trim().split('\n').at(-1)!) as LighthouseRun;
  } catch (thrown) {
    if (tries <= 1) throw thrown;
    return runLighthouse(address, tries - 1);
  }
}

/** A key and a certificate for 127.0.0.1, as PEM texts. Browsers trust it with `--ignore-certificate-errors` only. */
export async function makeCertificate(): Promise<{ key: string; cert: string }> {
  const { stdout } = await promisify(execFile)(process.execPath, [`${folder}make-certificate.mjs`]);
  return JSON.parse(stdout) as { key: string; cert: string };
}
