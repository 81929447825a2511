import { enableTypeScript, ensureInstalled, repository } from '../release/build/ensure-installed.mjs';

ensureInstalled();
await enableTypeScript();
const { adminTarget, makeAdmin } = await import('../backend/accounts/make-admin.ts');
const { readOwnCommandLine } = await import('@twostroke/shared/tooling/read-command-line.mjs');
const words = ['<e-mail address>'];
const [email = ''] = readOwnCommandLine({ command: 'npm run make-admin', words }).positionals;
try {
  const dataFolder = process.env.TWOSTROKE_DATA ?? `${repository}/.data`;
  console.log(await makeAdmin(adminTarget(dataFolder), email));
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure);
  console.error('Usage: npm run make-admin -- name@example.com');
  process.exit(1);
}
