import { parentPort, workerData } from 'node:worker_threads';
import { createSiteKeyFetch } from './site-key-fetch.mjs';
import { askOnce, createRetryingFetch } from './retrying-fetch.mjs';

/*
 * Renders pages in a thread of its own: each combination of releases has its own federation runtime and its own React.
 * Plain JavaScript, since it runs the built releases as they are.
 */
globalThis.fetch = createSiteKeyFetch(workerData.options.backend.url, workerData.headers);
if (workerData.retrying)
  globalThis.fetch = askOnce(createRetryingFetch({ onWait: (ms) => parentPort.postMessage({ waitsFor: ms }) }));
const { createPageRenderer, checkParts } = await import(workerData.shellEntry);
const renderPage = createPageRenderer(workerData.options);

/** What a message requests: a page, the errors of all modules of the remotes, or only an answer. */
async function answer({ ask, path, remote }) {
  if (ask === 'nothing') return null;
  if (ask === 'page') return renderPage(path);
  if (!checkParts) throw new Error('This shell is too old to check remotes. Release the shell first.');
  const { registry } = workerData.options;
  const isAsked = (part) => !remote || part.remote === remote;
  return checkParts({ ...registry, routes: registry.routes.filter(isAsked), slots: registry.slots.filter(isAsked) });
}

parentPort.on('message', async (message) => {
  const { id } = message;
  try {
    parentPort.postMessage({ id, answer: await answer(message) });
  } catch (failure) {
    parentPort.postMessage({ id, failure: failure instanceof Error ? failure.message : String(failure) });
  }
});
