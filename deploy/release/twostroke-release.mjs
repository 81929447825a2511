#!/usr/bin/env node
import { enableTypeScript } from './build/ensure-installed.mjs';

// The sources are where the command runs: a checkout of all apps, of one and the shared package, or of one alone.
await enableTypeScript();
const { runReleaseCommand } = await import('./commands/release-command.ts');
process.exit(await runReleaseCommand(process.argv.slice(2), process.cwd()));
