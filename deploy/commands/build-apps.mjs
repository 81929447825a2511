import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { repository } from './ensure-installed.mjs';

export const apps = ['shell', 'catalog-mfe', 'cart-mfe', 'account-mfe', 'admin-mfe'];

/** Builds the apps whose sources have changed since their last build. Answers the names of those it built. */
export async function buildApps() {
  const shared = hashFolders(['shared'], ['package-lock.json', 'tsconfig.base.json']);
  const stale = apps
    .map((app) => ({ app, sources: `${shared} ${hashFolders([app], [])}` }))
    .filter(({ app, sources }) => readStamp(app) !== sources);
  const queue = [...stale];
  const worker = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) {
      await build(job.app);
      writeFileSync(stampOf(job.app), job.sources);
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker));
  return stale.map(({ app }) => app);
}

function stampOf(app) {
  return join(repository, app, 'dist', '.sources');
}

function readStamp(app) {
  const built = existsSync(join(repository, app, 'dist'));
  return built && existsSync(stampOf(app)) ? readFileSync(stampOf(app), 'utf8') : null;
}

function hashFolders(folders, files) {
  const hash = createHash('sha256');
  const add = (file) => hash.update(file).update(readFileSync(join(repository, file)));
  for (const folder of folders)
    for (const entry of readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name).slice(repository.length + 1);
      if (
        entry.isFile() &&
        !/(^|\/)(node_modules|dist|dist-dev|dist-node|coverage)\//.test(path) &&
        !/\.test\.tsx?$/.test(path)
      )
        add(path);
    }
  files.forEach(add);
  return hash.digest('hex');
}

function build(app) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(repository, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'], {
      cwd: join(repository, app),
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
