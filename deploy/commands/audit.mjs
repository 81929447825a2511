import { enableTypeScript, ensureInstalled } from '../release/build/ensure-installed.mjs';

ensureInstalled();
const { readOwnCommandLine } = await import('@twostroke/shared/tooling/read-command-line.mjs');
readOwnCommandLine({ command: 'npm run audit' });
await enableTypeScript();
const { audit } = await import('../checks/supply-chain/audit-command.ts');
process.exit(await audit());
