import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../release/build/ensure-installed.mjs';

/*
 * A process of tests takes half a second to a second and a half until its first test runs warm: it loads the packages,
 * compiles this code and starts a backend with code that runs for the first time. So small test files share processes.
 * Alone, `node --import tsx --test <file>` runs any of them.
 */

const deploy = join(repository, 'deploy');

/** How many processes the test files of a folder share; a folder inside of another one comes first. */
const processesOf = {
  'backend/tests': 6,
  'supabase/tests': 6,
  'workers/tests': 2,
  'hosting/nginx': 1,
  hosting: 3,
  release: 4,
  site: 3,
  docs: 1,
};

/**
 * Files that keep a process: those with a step of their own, one that compares times, and one whose pool never closes,
 * because Postgres ended its connections: Node would end the process before the next file.
 */
const alone = new Set([
  'backend/tests/equal-answers.test.ts',
  'release/targets/rsync-target.test.ts',
  'supabase/tests/db-push.test.ts',
  'supabase/tests/run-in-transaction.test.ts',
]);

/** All test files, relative to deploy/. */
export const testFiles = readdirSync(deploy, { recursive: true })
  .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules') && !file.startsWith('.cache'))
  .sort();

/**
 * The processes by the file of their bundle, relative to the folder of all bundles, without its ending; each with the
 * test files that it runs.
 * @type {Map<string, string[]>}
 */
export const testProcesses = new Map();

const turns = new Map();
for (const file of testFiles) {
  const folder = Object.keys(processesOf).find((each) => file.startsWith(`${each}/`));
  const isShared = folder && !alone.has(file);
  const turn = (turns.get(folder) ?? 0) + 1;
  if (isShared) turns.set(folder, turn);
  const bundle = isShared ? `${folder}/shared-${turn % processesOf[folder]}` : file.replace(/\.ts$/, '');
  testProcesses.set(bundle, [...(testProcesses.get(bundle) ?? []), file]);
}
