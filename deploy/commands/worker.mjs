import { enableTypeScript, ensureInstalled } from '../release/build/ensure-installed.mjs';

ensureInstalled();
await enableTypeScript();
const { outliveEndedConnections } = await import('../backend/outlive-ended-connections.ts');
outliveEndedConnections();
const { runWorker } = await import('../workers/messages/run-worker.ts');
try {
  await runWorker(process.argv.slice(2), process.env);
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exit(1);
}
