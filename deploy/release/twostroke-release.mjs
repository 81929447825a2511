#!/usr/bin/env node
import { enableTypeScript } from '../commands/ensure-installed.mjs';

// The sources are where the command is run: a checkout of all apps, of one and the shared package, or of one alone.
await enableTypeScript();
const { runReleaseCommand } = await import('./release-command.ts');
process.exit(await runReleaseCommand(process.argv.slice(2), process.cwd()));
