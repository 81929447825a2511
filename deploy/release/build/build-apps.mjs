import { listApps } from '@twostroke/shared/tooling/list-apps.mjs';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { hashSources, toolOf } from './app-sources.mjs';
import { repository } from './ensure-installed.mjs';

/**
 * Builds the apps whose sources have changed since their last build. Returns the names of those it built.
 * @param {{ checkout?: string, only?: string[] }} [options] another checkout than this tool's own, and which workspaces
 */
export async function buildApps({
  checkout = repository,
  only = listApps(checkout).map(({ workspace }) => workspace),
} = {}) {
  const stale = only
    .map((app) => ({ app, sources: hashSources(checkout, app) }))
    .filter(({ app, sources }) => readStamp(checkout, app) !== sources);
  const queue = [...stale];
  const worker = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) {
      await build(checkout, job.app);
      writeFileSync(stampOf(checkout, job.app), job.sources);
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker));
  return stale.map(({ app }) => app);
}

function stampOf(checkout, app) {
  return join(checkout, app, 'dist', '.sources');
}

function readStamp(checkout, app) {
  const stamp = stampOf(checkout, app);
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : null;
}

function build(checkout, app) {
  const bundler = toolOf(checkout, app, '@rspack/cli', 'bin/rspack.js');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bundler, 'build'], {
      cwd: join(checkout, app),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production', TWOSTROKE_DEV: '' }, // a release, also when asked for by npm run dev
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`Building ${app} failed.\n${output}`))));
  });
}
