import { enableTypeScript, ensureInstalled } from '../release/build/ensure-installed.mjs';
import { exitAfterOutput } from './exit-after-output.mjs';

ensureInstalled();
const { readOwnCommandLine } = await import('@twostroke/shared/tooling/read-command-line.mjs');
readOwnCommandLine({ command: 'npm run audit' });
await enableTypeScript();
const { audit } = await import('../checks/supply-chain/audit-command.ts');
exitAfterOutput(await audit());
