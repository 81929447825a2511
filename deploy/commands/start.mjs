import { enableTypeScript, ensureInstalled } from '../release/build/ensure-installed.mjs';

ensureInstalled();
await enableTypeScript();
const { startSite } = await import('../hosting/node/start-site.ts');
await startSite(process.argv.slice(2));
