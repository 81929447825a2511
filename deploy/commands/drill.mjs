import { enableTypeScript, ensureInstalled } from '../release/build/ensure-installed.mjs';
import { findChromium } from '../checks/programs/find-chromium.mjs';
import { exitAfterOutput } from './exit-after-output.mjs';

ensureInstalled();
const { readOwnCommandLine } = await import('@twostroke/shared/tooling/read-command-line.mjs');
readOwnCommandLine({ command: 'npm run drill' });
await enableTypeScript();
const chromium = await findChromium();
if (!chromium.path) {
  console.error(chromium.sentence);
  process.exit(1);
}
const { runDrill } = await import('../checks/drill/drill-command.ts');
exitAfterOutput(await runDrill());
