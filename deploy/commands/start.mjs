import { enableTypeScript, ensureInstalled } from '../release/build/ensure-installed.mjs';

// `npm start` runs it with a young generation of 12 MB instead of 48 (`--max-semi-space-size`): V8 fills it before it
// collects, so that a server that makes little garbage holds a hundred megabytes more than it needs.
ensureInstalled();
await enableTypeScript();
const { startSite } = await import('../hosting/node/start-site.ts');
await startSite(process.argv.slice(2));
