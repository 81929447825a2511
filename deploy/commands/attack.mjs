import { mkdirSync } from 'node:fs';
import { readOwnCommandLine } from '../../shared/tooling/read-command-line.mjs';
import { findChromium } from '../checks/programs/find-chromium.mjs';
import { enableTypeScript, ensureInstalled } from '../release/build/ensure-installed.mjs';
import { exitAfterOutput } from './exit-after-output.mjs';
import { runSideBySide } from './suite/run-steps.mjs';
import { nodeTests, reports } from './suite/steps.mjs';

/*
 * `npm run attack`: the whole corpus of attacks (deploy/checks/attack), and the attacks that stand as tests beside the
 * code. `--own` leaves the latter out, for `npm run test:all`, which runs them as steps of their own.
 */
ensureInstalled();
const { own } = readOwnCommandLine({ command: 'npm run attack', options: { own: { type: 'boolean' } } }).values;
await enableTypeScript();
process.env.TWOSTROKE_TEST_ALL = '1';
const chromium = await findChromium();

const { buildApps } = await import('../release/build/build-apps.mjs');
const { clusterVariable, startTestCluster } = await import('../supabase/tests/test-cluster.ts');
const { createSeededTemplate } = await import('../supabase/tests/start-postgres.ts');
const { testsOfAttacks } = await import('../checks/attack/tests-of-attacks.ts');
const { runAttacks } = await import('../checks/attack/run-attacks.ts');
const { tableOf } = await import('../checks/attack/attack-class.ts');

await buildApps();
const cluster = await startTestCluster();
process.env[clusterVariable] = cluster.url;
// Before any site starts on the server: its template creates the roles.
if (!own) await createSeededTemplate(cluster.url);
const results = await runAttacks({ chromium: chromium.path ?? null });
if (!own) {
  mkdirSync(reports, { recursive: true });
  for (const [name, paths] of testsOfAttacks) {
    const steps = paths.map((path) => nodeTests(path, { label: `attack ${path}` }));
    const done = await runSideBySide(steps, 1);
    const sum = (key) => done.reduce((total, step) => total + step[key], 0);
    const broken = done.flatMap(({ failures }) => failures);
    results.push({ name, cases: sum('passed') + sum('failed'), held: sum('passed'), broken });
  }
}
await cluster.stop();

for (const { name, broken } of results) for (const line of broken) console.log(`NOT HELD  ${name}: ${line}`);
if (!chromium.path) console.log(`LEFT OUT  states of a browser: ${chromium.sentence}`);
console.log(`\n${tableOf(results).join('\n')}`);
exitAfterOutput(results.every(({ cases, held }) => cases > 0 && cases === held) ? 0 : 1);
