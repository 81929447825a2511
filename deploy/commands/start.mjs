import { enableTypeScript, ensureInstalled } from './ensure-installed.mjs';

ensureInstalled();
await enableTypeScript();
const { startSite } = await import('./start-site.ts');
await startSite(process.argv.slice(2));
