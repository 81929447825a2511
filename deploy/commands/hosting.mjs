import { enableTypeScript, ensureInstalled } from '../release/build/ensure-installed.mjs';

ensureInstalled();
await enableTypeScript();
const { runHostingCommand } = await import('../hosting/hosting-command.ts');
process.exit(await runHostingCommand(process.argv.slice(2), process.env));
