import { enableTypeScript, ensureInstalled, repository } from './ensure-installed.mjs';

ensureInstalled();
await enableTypeScript();
const { adminTarget, makeAdmin } = await import('../backend/accounts/make-admin.ts');
const email = process.argv[2] ?? '';
try {
  const dataFolder = process.env.TWOSTROKE_DATA ?? `${repository}/.data`;
  console.log(await makeAdmin(adminTarget(dataFolder), email));
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure);
  console.error('Use it like this: npm run make-admin -- name@example.com');
  process.exit(1);
}
