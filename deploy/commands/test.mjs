import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { apps } from './build-apps.mjs';
import { ensureInstalled, repository } from './ensure-installed.mjs';
import { findChromium } from './find-chromium.mjs';
import { findNginx, findPlpgsqlCheck, findRsync } from './find-servers.mjs';

/*
 * `npm test`: everything, on a fresh clone. Steps of one stage run side by side; a failed step never hides the
 * others. The last line is `N passed, N failed`.
 */
const started = Date.now();
ensureInstalled();
const results = join(repository, '.cache/test');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const bin = (name) => join(repository, 'node_modules', name);
const check = (name, ...args) => ({ name, args, count: (code) => (code === 0 ? [1, 0] : [0, 1]) });
const jest = (folder) => {
  const output = join(results, `${folder}.json`);
  return {
    name: `jest ${folder}`,
    cwd: join(repository, folder),
    args: [bin('jest/bin/jest.js'), '--ci', '--json', '--outputFile', output, '--maxWorkers', '1'],
    count: (code) => countJest(code, output),
  };
};
const nodeTests = (folder, { env = {}, ending = '.test.ts', filesAtOnce = 1 } = {}) => {
  const name = ending === '.test.ts' ? folder : `${folder}, ${ending.slice(1, -3)}`;
  const output = join(results, `${name.replaceAll(/[/, ]+/g, '-')}.tap`);
  const files = readdirSync(join(repository, folder), { recursive: true })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(repository, folder, file));
  const reporters = ['--test-reporter=spec', '--test-reporter-destination=stdout'];
  const tap = ['--test-reporter=tap', `--test-reporter-destination=${output}`];
  return {
    name,
    env,
    args: ['--import', 'tsx', '--test', `--test-concurrency=${filesAtOnce}`, ...reporters, ...tap, ...files],
    count: (code) => countTap(code, output),
  };
};

const chromium = await findChromium();
const nginx = findNginx();
const plpgsqlCheck = findPlpgsqlCheck();
const rsync = findRsync(); // its tests are among those of deploy/release
const stages = [
  [
    check('types', bin('typescript/bin/tsc'), '-p', 'tsconfig.base.json'),
    check('lint', bin('eslint/bin/eslint.js'), '.', '--max-warnings', '0'),
  ],
  [check('format', bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'), jest('shared')],
  apps.map(jest),
  [nodeTests('deploy/supabase/tests'), nodeTests('deploy/backend/tests')],
  [plpgsqlCheck.path ? nodeTests('deploy/supabase/lint') : leftOut('deploy/supabase/lint', plpgsqlCheck.sentence)],
  [check('build', join(repository, 'deploy/commands/build.mjs'))],
  [
    nodeTests('deploy/commands'),
    nodeTests('deploy/release', { filesAtOnce: 2 }),
    nodeTests('deploy/server'),
    nodeTests('deploy/telemetry'),
  ],
  [
    nginx.path ? nodeTests('deploy/hosting') : leftOut('deploy/hosting', nginx.sentence),
    ...(rsync.path ? [] : [leftOut('deploy/release/targets/rsync-target', rsync.sentence)]),
  ],
  [
    chromium.path
      ? nodeTests('deploy/e2e', { env: { CHROME_PATH: chromium.path }, filesAtOnce: 2 })
      : missingBrowser(chromium.sentence),
  ],
  chromium.path ? [behindNginx()] : [],
  // Alone: it measures how long visitors wait.
  chromium.path ? [nodeTests('deploy/drill', { env: { CHROME_PATH: chromium.path } })] : [],
];

const report = [];
for (const stage of stages) await runSideBySide(stage, 2);
console.log('');
let [passed, failed] = [0, 0];
for (const { name, counts, output } of report) {
  passed += counts[0];
  failed += counts[1];
  if (counts[1] > 0) console.log(`\n----- ${name} -----\n${output.trim().slice(-12_000)}\n`);
}
const done = report.filter(({ reason }) => !reason);
const omitted = report.filter(({ reason }) => reason);
for (const { name, seconds, counts } of done)
  console.log(
    `${counts[1] > 0 ? 'FAILED' : 'ok    '}  ${name}: ${counts[0]} passed, ${counts[1]} failed (${seconds} s)`,
  );
for (const { name, reason } of omitted) console.log(`LEFT OUT  ${name}: ${reason}`);
if (omitted.length > 0)
  console.log(
    `\n${omitted.length} left out: this machine lacks what ${omitted.length > 1 ? 'they need' : 'it needs'}.`,
  );
console.log(
  `\nWalked on the Node server only, not behind nginx: ${notBehindNginx()}. All: npm run hosting -- journeys`,
);
console.log(`\nTook ${Math.round((Date.now() - started) / 1000)} s.`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

async function runSideBySide(steps, width) {
  const queue = [...steps];
  const worker = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) report.push(await run(step));
  };
  await Promise.all(Array.from({ length: width }, worker));
}

function run({ name, args, cwd = repository, env = {}, count, output: ready, leftOut: reason }) {
  if (reason) return Promise.resolve({ name, seconds: '0.0', counts: [0, 0], reason });
  if (!args) return Promise.resolve({ name, seconds: '0.0', counts: [0, 1], output: ready });
  const began = Date.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, NODE_ENV: 'test', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => {
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      const counts = count(code);
      console.log(`${counts[1] > 0 ? 'FAILED' : 'ok'}  ${name} (${seconds} s)`);
      resolve({ name, seconds, counts, output });
    });
  });
}

function missingBrowser(sentence) {
  return { name: 'deploy/e2e', output: sentence };
}

/** Some journeys once more, with the documents that a server of files gets. */
function behindNginx() {
  if (nginx.sentence) return leftOut('journeys behind nginx', nginx.sentence);
  return nodeTests('deploy/hosting', { env: { CHROME_PATH: chromium.path }, ending: '.journeys.ts' });
}

/** Which journeys are walked behind nginx by nobody but whoever asks for it. */
function notBehindNginx() {
  const walked = readFileSync(join(repository, 'deploy/hosting/behind-nginx.journeys.ts'), 'utf8');
  const all = readdirSync(join(repository, 'deploy/e2e/journeys')).map((file) => file.replace('.test.ts', ''));
  return all.filter((name) => !walked.includes(`/${name}.test.ts`)).join(', ');
}

/** What can't run on this machine and need not: it is named at the end, and counted, but it fails nothing. */
function leftOut(name, sentence) {
  return { name, leftOut: sentence };
}

/** Tests of a Jest run. A suite that does not even start counts as a failure. */
function countJest(code, file) {
  if (!existsSync(file)) return [0, 1];
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(file, 'utf8'));
  const failures = numFailedTests + numRuntimeErrorTestSuites;
  return [numPassedTests, code !== 0 && failures === 0 ? 1 : failures];
}

function countTap(code, file) {
  const tap = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const number = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(tap)?.[1] ?? 0);
  const failures = number('fail') + number('cancelled');
  // A process that ends before its tests do passes none of them and fails none: that is a failure too.
  const silent =
    failures === 0 && (code !== 0 || number('pass') === 0 || number('pass') < number('tests') - number('skipped'));
  return [number('pass'), silent ? 1 : failures];
}
