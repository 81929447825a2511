import { enableTypeScript, ensureInstalled } from './ensure-installed.mjs';

// The sources are where the command is run: a checkout may hold one remote and the shared package alone.
ensureInstalled();
await enableTypeScript();
const { runReleaseCommand } = await import('../release/release-command.ts');
process.exit(await runReleaseCommand(process.argv.slice(2), process.cwd()));
