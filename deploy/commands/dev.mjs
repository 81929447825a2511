import { enableTypeScript, ensureInstalled } from '../release/build/ensure-installed.mjs';

process.env.TWOSTROKE_DEV = '1'; // before any app's configuration is read
ensureInstalled();
await enableTypeScript();
const { develop } = await import('../hosting/node/develop.ts');
await develop();
