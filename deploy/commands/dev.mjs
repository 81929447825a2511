import { enableTypeScript, ensureInstalled } from '../release/build/ensure-installed.mjs';

process.env.TWOSTROKE_DEV = '1'; // before any app's configuration is read
ensureInstalled();
// Before the modules of the site are loaded: a wrong option is named at once.
const { readOwnCommandLine } = await import('@twostroke/shared/tooling/read-command-line.mjs');
const { values } = readOwnCommandLine({
  command: 'npm run dev',
  options: { only: { type: 'string' }, port: { type: 'string' }, data: { type: 'string' } },
});
await enableTypeScript();
const { develop } = await import('../hosting/node/develop.ts');
await develop(values);
