import { ensureInstalled } from '../release/build/ensure-installed.mjs';

ensureInstalled();
const { readOwnCommandLine } = await import('@twostroke/shared/tooling/read-command-line.mjs');
readOwnCommandLine({ command: 'npm run build' });
const { buildApps } = await import('../release/build/build-apps.mjs');
await buildApps();
