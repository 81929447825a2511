import { parentPort, workerData } from 'node:worker_threads';

/*
 * Renders pages in a thread of its own: each combination of releases has its own federation runtime and its own React.
 * Plain JavaScript, since it runs the built releases as they are.
 */
const { createPageRenderer } = await import(workerData.shellEntry);
const renderPage = createPageRenderer(workerData.options);

parentPort.on('message', async ({ id, path }) => {
  try {
    parentPort.postMessage({ id, page: await renderPage(path) });
  } catch (failure) {
    parentPort.postMessage({ id, failure: failure instanceof Error ? failure.message : String(failure) });
  }
});
