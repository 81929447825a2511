import { enableTypeScript, ensureInstalled } from '../release/build/ensure-installed.mjs';
import { exitAfterOutput } from './exit-after-output.mjs';

ensureInstalled();
await enableTypeScript();
const { runHostingCommand } = await import('../hosting/hosting-command.ts');
exitAfterOutput(await runHostingCommand(process.argv.slice(2), process.env));
