#!/usr/bin/env node
import { enableTypeScript } from './build/ensure-installed.mjs';

// The sources are in the current folder: a checkout of all apps, of one app and the shared package, or of one app
// alone.
await enableTypeScript();
const { runReleaseCommand } = await import('./commands/release-command.ts');
process.exit(await runReleaseCommand(process.argv.slice(2), process.cwd()));
