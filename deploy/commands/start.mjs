import { enableTypeScript, ensureInstalled, repository } from '../release/build/ensure-installed.mjs';

// `npm start` runs it with a young generation of 12 MB instead of 48 (`--max-semi-space-size`): V8 fills it before it
// collects, so that a server that makes little garbage holds a hundred megabytes more than it needs.
ensureInstalled();
await enableTypeScript();
// Before the modules of the site are loaded, which takes seconds of processor time: a wrong option is named at once.
const options = await readOptions();
const { startSite } = await import('../hosting/node/start-site.ts');
await startSite(options);

async function readOptions() {
  const { readStartOptions } = await import('../hosting/node/start-options.ts');
  try {
    return readStartOptions(process.argv.slice(2), process.env, repository);
  } catch (failure) {
    console.error(`\n${failure.message}\n`);
    process.exit(1);
  }
}
