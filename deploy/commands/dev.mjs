import { enableTypeScript, ensureInstalled } from './ensure-installed.mjs';

process.env.TWOSTROKE_DEV = '1'; // before any app's configuration is read
ensureInstalled();
await enableTypeScript();
const { develop } = await import('./develop.ts');
await develop(process.argv.slice(2));
