import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { repository } from './ensure-installed.mjs';

export const apps = ['shell', 'catalog-mfe', 'cart-mfe', 'account-mfe', 'admin-mfe'];

/**
 * Builds the apps whose sources have changed since their last build. Answers the names of those it built.
 * @param {{ checkout?: string, only?: string[] }} [options] another checkout than this tool's own, and which apps
 */
export async function buildApps({ checkout = repository, only = apps } = {}) {
  const shared = hashSources(checkout, ['shared'], ['package-lock.json', 'tsconfig.base.json']);
  const stale = only
    .map((app) => ({ app, sources: `${shared} ${hashSources(checkout, [app])}` }))
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
  const built = existsSync(join(checkout, app, 'dist'));
  return built && existsSync(stampOf(checkout, app)) ? readFileSync(stampOf(checkout, app), 'utf8') : null;
}

/**
 * Names the contents of folders and files of a checkout; what is built from them is left out, and files that are not
 * there (a checkout may hold one app alone).
 */
export function hashSources(checkout, folders, files = [], { tests = false } = {}) {
  const hash = createHash('sha256');
  const add = (file) => hash.update(file).update(readFileSync(join(checkout, file)));
  for (const folder of folders)
    for (const entry of readdirSync(join(checkout, folder), { recursive: true, withFileTypes: true })) {
      const path = relative(checkout, join(entry.parentPath, entry.name));
      if (
        entry.isFile() &&
        !/(^|\/)(node_modules|dist|dist-dev|dist-node|coverage)\//.test(path) &&
        (tests || !/\.test\.tsx?$/.test(path))
      )
        add(path);
    }
  files.filter((file) => existsSync(join(checkout, file))).forEach(add);
  return hash.digest('hex');
}

function build(checkout, app) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(checkout, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'], {
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
