import { enableTypeScript, ensureInstalled } from './ensure-installed.mjs';
import { findChromium } from './find-chromium.mjs';

ensureInstalled();
await enableTypeScript();
const chromium = await findChromium();
if (!chromium.path) {
  console.error(chromium.sentence);
  process.exit(1);
}
process.env.CHROME_PATH = chromium.path;
const { runDrill } = await import('../drill/drill-command.ts');
process.exit(await runDrill());
