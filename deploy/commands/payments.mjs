import { enableTypeScript, ensureInstalled } from '../release/build/ensure-installed.mjs';

ensureInstalled();
const { readOwnCommandLine } = await import('@twostroke/shared/tooling/read-command-line.mjs');
readOwnCommandLine({ command: 'npm run payments' });
await enableTypeScript();
const { outliveEndedConnections } = await import('../backend/outlive-ended-connections.ts');
outliveEndedConnections();
const { runPayments } = await import('../workers/payments/run-payments.ts');
try {
  await runPayments(process.env);
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exit(1);
}
