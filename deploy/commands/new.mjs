import { enableTypeScript, ensureInstalled } from '../release/build/ensure-installed.mjs';

ensureInstalled();
await enableTypeScript();
const { runNewCommand } = await import('./new-remote.ts');
process.exitCode = runNewCommand(process.argv.slice(2));
