import { fork } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnCommandLine } from '../../shared/tooling/read-command-line.mjs';
import { findWholeChromium } from '../checks/programs/find-chromium.mjs';
import { enableTypeScript, ensureInstalled, ensureNode, repository } from '../release/build/ensure-installed.mjs';
import { exitAfterOutput } from './exit-after-output.mjs';
import { printSummary } from './suite/print-summary.mjs';
import { runSideBySide } from './suite/run-steps.mjs';
import { scheduleAsBatch } from './suite/schedule-as-batch.mjs';
import {
  bundling,
  check,
  jest,
  journeys,
  journeysWithoutDiet,
  leftOut,
  nodeTests,
  onNode,
  otherNodes,
  reports,
  tableOfAttacks,
  tool,
} from './suite/steps.mjs';
import { keepTemporaryFilesInMemory } from './suite/temporary-files.mjs';

/*
 * `npm test` checks each rule once, also in a fresh clone. `npm run test:all` repeats rules in more cases: journeys
 * behind nginx, over TLS, in all themes and widths and without the bundle diet, the whole drill, every combination of
 * attack and argument, hostile states of a browser, migrations by the Supabase CLI, releases from a repository of one
 * remote, other versions of Node.js. `--only <words>` runs the steps whose names hold these words, and what they need.
 * Steps of one stage run concurrently. The last line is `N passed, N failed`.
 */
const began = Date.now();
/** The same rules with other tools: migrations by the Supabase CLI, a release from a repository of one remote. */
const moreTests = ['deploy/supabase/tests/db-push.test.ts', 'deploy/checks/release/own-repository.test.ts'];
ensureNode();
const { all, only = [] } = readOwnCommandLine({
  command: 'npm test',
  options: { all: { type: 'boolean' }, only: { type: 'string', multiple: true } },
}).values;
scheduleAsBatch();
keepTemporaryFilesInMemory();
// Installs Chromium and the servers while npm installs the dependencies and the first steps run.
const programs = installPrograms();
ensureInstalled();
const { listApps } = await import('@twostroke/shared/tooling/list-apps.mjs');
const apps = listApps(repository).map(({ workspace }) => workspace);
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const databases = await openDatabases();
const shared = { env: { [databases.variable]: databases.url, ...(all && { TWOSTROKE_TEST_ALL: '1' }) } };

/** For each other version of Node.js, the tests that run on it. */
const onOtherNodes = (all ? otherNodes : []).map((version) =>
  ['deploy/backend/tests', 'deploy/site', 'deploy/hosting', 'deploy/release'].map((folder) =>
    onNode(version, nodeTests(folder, { ...shared, label: `${folder} on Node.js ${version}` })),
  ),
);

// Exits when interrupted: the module that started the Postgres server stops it on exit.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const nodeJourneys = { ...journeys('node'), after: ['build'] };

// Tests often wait: for timers, for servers, for answers that take a fixed time. So four processes keep two processors
// busy. Two journeys and their browsers take three quarters of them: Jest, which never waits, runs beside them.
const results = await runSideBySide(
  withNeeded([
    check(bundling, join(repository, 'deploy/commands/suite/bundle-tests.mjs')),
    check('build', join(repository, 'deploy/commands/build.mjs')),
    nodeTests('deploy/backend/tests', { ...shared, filesAtOnce: 2 }),
    nodeTests('deploy/supabase/tests', { ...shared, except: 'db-push' }),
    nodeTests('deploy/release', { ...shared, except: 'targets/rsync-target', after: 'build' }),
    nodeTests('deploy/checks/bench'),
    nodeTests('deploy/checks/e2e'),
    nodeTests('deploy/checks/drill'),
    nodeTests('deploy/checks/release', { except: 'own-repository', after: 'build' }),
    nodeTests('deploy/hosting', { except: 'nginx/', after: 'build' }),
    nodeTests('deploy/site', { ...shared, after: 'build' }),
    nodeTests('deploy/workers/tests', shared),
    nodeTests('deploy/checks/attack', { ...shared, after: 'build', prints: tableOfAttacks }),
    nodeTests('deploy/commands', { after: 'build' }),
    check('lint', tool('oxlint/bin/oxlint')),
    check('types', tool('@typescript/native/bin/tsc'), '-p', 'tsconfig.base.json', '--singleThreaded'),
    check('format', tool('oxfmt/bin/oxfmt'), '--check'),
    nodeTests('deploy/docs'),
    ...(all ? moreTests.map((file) => nodeTests(file, { after: 'build' })) : []),
    nodeTests('deploy/checks/supply-chain', { after: 'build' }),
    withProgram('nginx', 'deploy/hosting/nginx'),
    withProgram('rsync', 'deploy/release/targets/rsync-target.test.ts'),
    withProgram('plpgsqlCheck', 'deploy/supabase/lint'),
    isChosen(nodeJourneys) && withChromium(nodeJourneys),
    ...['shared', ...apps].map(jest),
  ]),
  4,
);
if (all) {
  const { chromium, nginx } = await programs;
  const attacks = check('all attacks', join(repository, 'deploy/commands/attack.mjs'), '--own');
  const drill = check('the whole drill', join(repository, 'deploy/commands/drill.mjs'));
  const others = [...(chromium.path ? [{ ...attacks, prints: tableOfAttacks }] : []), ...onOtherNodes.flat()];
  // Journeys and the drill open several pages at once, and leave room for one process beside them.
  const visits = chromium.path ? [...(await moreJourneys(nginx)), drill] : [];
  results.push(...(await runSideBySide([...inTurn(visits), ...inTurn(others)], 4)));
  // Last and alone, because all steps use the same builds.
  const build = check('build with the bundle diet', join(repository, 'deploy/commands/build.mjs'));
  if (chromium.path) results.push(...(await runSideBySide(inTurn([journeysWithoutDiet(), build]), 4)));
}
await databases.close();
const { passed, failed } = printSummary(results, began);
exitAfterOutput(failed > 0 || passed === 0 ? 1 : 0);

/** Installs the programs that tests need besides Node.js, in a process of its own. @returns what each finder found */
function installPrograms() {
  const installer = fork(join(repository, 'deploy/checks/programs/install-programs.mjs'));
  return new Promise((resolve, reject) => {
    installer.once('message', resolve);
    installer.once('exit', (code) => reject(new Error(`The installation of programs ended with code ${code}.`)));
  });
}

/** Those of `npm run test:all` on builds with the bundle diet. @param nginx what its finder found */
async function moreJourneys(nginx) {
  const whole = await findWholeChromium();
  return [
    journeys('more'),
    whole.path ? journeys('back-cache') : leftOut('journeys, back-cache', whole.sentence),
    ...['nginx', 'tls'].map((project) =>
      nginx.path ? journeys(project) : leftOut(`journeys, ${project}`, nginx.sentence),
    ),
  ];
}

/** The chosen steps, one after another. */
function inTurn(steps) {
  return steps.filter(isChosen).map((step, at, chosen) => ({ ...step, after: at > 0 ? [chosen[at - 1].name] : [] }));
}

function isChosen({ name }) {
  return only.length === 0 || only.some((words) => name.includes(words));
}

/** The chosen steps of the first stage, and those that they or later ones wait for. */
function withNeeded(steps) {
  const chosen = steps.filter((step) => step && (step instanceof Promise || isChosen(step)));
  const waiting = [...chosen, ...onOtherNodes.flat().filter(isChosen)];
  const needed = new Set(
    waiting.flatMap((step) => (step instanceof Promise ? [bundling, 'build'] : (step.after ?? []))),
  );
  if (all) needed.add('build'); // what follows uses the builds side by side
  return steps.filter((step) => chosen.includes(step) || needed.has(step?.name));
}

/** Journeys fail where there is no browser and none can be installed. */
function withChromium(step) {
  return programs.then(({ chromium }) =>
    chromium.path ? step : { name: step.name, after: step.after, failure: chromium.sentence },
  );
}

/** Tests that need a program: they run once it is installed, and are left out where it can't be. */
function withProgram(program, path) {
  if (!isChosen({ name: path })) return undefined;
  return programs.then(({ [program]: { sentence } }) =>
    sentence ? leftOut(path, sentence) : nodeTests(path, { after: 'build' }),
  );
}

/** One Postgres server for the tests of the database and the backend, with the database that their files clone. */
async function openDatabases() {
  await enableTypeScript();
  const { clusterVariable, startTestCluster } = await import('../supabase/tests/test-cluster.ts');
  const { createSeededTemplate } = await import('../supabase/tests/start-postgres.ts');
  const cluster = await startTestCluster();
  await createSeededTemplate(cluster.url);
  return { variable: clusterVariable, url: cluster.url, close: () => cluster.stop() };
}
