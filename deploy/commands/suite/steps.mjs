import { join } from 'node:path';
import { repository } from '../../release/build/ensure-installed.mjs';
import { outcomeOfCheck, outcomeOfJest, outcomeOfPlaywright, outcomeOfTap } from './counts.mjs';
import { testProcesses } from './shared-processes.mjs';

/** Where reports of the steps are written. */
export const reports = join(repository, '.cache/test');

/** Where each test file of deploy/ is bundled (bundle-tests.mjs): inside deploy/, so that it finds the same packages. */
export const bundlesOfTests = join(repository, 'deploy/.cache/tests');

/** The name of the step that bundles the tests. */
export const bundling = 'bundles of the tests';

/** Path of a program in node_modules. */
export function tool(name) {
  return join(repository, 'node_modules', name);
}

/** A program that passes or fails as a whole. */
export function check(name, ...args) {
  return { name, args, outcome: outcomeOfCheck };
}

/** Tests create many short-lived objects. With a larger young generation (MB), V8 collects them less often. */
const youngGeneration = (megabytes) => `--max-semi-space-size=${megabytes}`;

/** The Jest tests of one workspace. */
export function jest(workspace) {
  const output = reportOf(workspace, 'json');
  return {
    name: `jest ${workspace}`,
    cwd: join(repository, workspace),
    args: [
      youngGeneration(64),
      tool('jest/bin/jest.js'),
      ...['--ci', '--json', '--outputFile', output, '--maxWorkers', '1'],
    ],
    outcome: (code) => outcomeOfJest(code, output),
  };
}

/** What npm test loads before each test file. */
const preloaded = join(import.meta.dirname, 'follow-no-promises.cjs');

/** The cheapest hashes of passwords: tests sign hundreds of people up. A test of the real cost sets it itself. */
const cheapHashes = { LITE_AUTH_BCRYPT_COST: '4' };

/** Ends a process of tests that hangs, with a failure that names it. None takes a quarter of it. */
const hangMs = 15 * 60_000;

/**
 * The tests of one folder, or of one file, that Node's test runner runs from their bundles.
 * @param {{ env?: object, filesAtOnce?: number, except?: string, after?: string, label?: string, prints?: (output:
 * string) => string }} [options] except: prefix of the files that are left out; after: the step that makes what the
 * tests read; prints: the part of the output that is shown though the step passed
 */
export function nodeTests(path, { env = {}, filesAtOnce = 1, except = '', after, label = path, prints } = {}) {
  const output = reportOf(label, 'tap');
  const isChosen = (file) =>
    file === path || (file.startsWith(`${path}/`) && !(except && file.startsWith(`${path}/${except}`)));
  const files = [...testProcesses]
    .filter(([, sources]) => sources.some((file) => isChosen(`deploy/${file}`)))
    .map(([bundle]) => join(bundlesOfTests, `${bundle}.mjs`));
  const reporters = ['--test-reporter=spec', '--test-reporter-destination=stdout'];
  const tap = ['--test-reporter=tap', `--test-reporter-destination=${output}`];
  return {
    name: label,
    processes: filesAtOnce,
    after: [bundling, ...(after ? [after] : [])],
    env: { ...cheapHashes, ...env },
    prints,
    args: [
      youngGeneration(32),
      '--enable-source-maps',
      `--require=${preloaded}`,
      '--test',
      `--test-timeout=${hangMs}`,
      `--test-concurrency=${filesAtOnce}`,
      ...reporters,
      ...tap,
      ...files,
    ],
    outcome: (code) => outcomeOfTap(code, output),
  };
}

/**
 * The journeys of one project of the Playwright configuration.
 * @param {{ env?: object, label?: string }} [options]
 */
export function journeys(project, { env = {}, label = project } = {}) {
  const output = reportOf(`journeys-${label}`, 'json');
  return {
    name: `journeys, ${label}`,
    processes: 3,
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: output, ...env },
    args: [
      tool('@playwright/test/cli.js'),
      'test',
      '--config',
      join(repository, 'deploy/checks/e2e/playwright.config.ts'),
      `--project=${project}`,
      '--reporter=dot,json',
    ],
    outcome: (code) => outcomeOfPlaywright(code, output),
  };
}

/** The journeys of `npm test` on builds without the bundle diet (shared/tooling/bundle-diet/README.md). */
export function journeysWithoutDiet() {
  return journeys('node', { env: { TWOSTROKE_BUNDLE_DIET: 'off' }, label: 'bundle diet off' });
}

/** The versions of Node.js that the site runs on besides the oldest one, on which tests run by default. */
export const otherNodes = ['22.23.3', '24.21.0'];

/** The same step with another version of Node.js, which npm fetches. Programs that the step starts use it too. */
export function onNode(version, step) {
  const args = ['exec', '--yes', `--package=node@${version}`, '--', 'node', ...step.args];
  return { ...step, program: 'npm', args };
}

/** The table that the attacks print. */
export function tableOfAttacks(output) {
  return /^class +cases +held\n(?:.+\n)*all .+$/m.exec(output)?.[0] ?? 'The attacks printed no table.';
}

/** A step that this machine can't run: it is named at the end and fails nothing. */
export function leftOut(name, reason) {
  return { name, leftOut: reason };
}

function reportOf(name, ending) {
  return join(reports, `${name.replaceAll(/[^\w.]+/g, '-')}.${ending}`);
}
