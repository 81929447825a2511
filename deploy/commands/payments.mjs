import { enableTypeScript, ensureInstalled } from './ensure-installed.mjs';

ensureInstalled();
await enableTypeScript();
const { outliveEndedConnections } = await import('../backend/outlive-ended-connections.ts');
outliveEndedConnections();
const { runPayments } = await import('../backend/payments/run-payments.ts');
try {
  await runPayments(process.env);
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exit(1);
}
