import { backendConnection } from '@twostroke/shared/client';
import type { ClientEvent } from './report-queue.ts';

/**
 * Sends events without a user, even while the page is being closed. Failures are ignored: they do not concern the
 * visitor.
 */
export function sendReports(events: ClientEvent[]): void {
  try {
    const { url, key } = backendConnection();
    fetch(`${url}/rest/v1/rpc/report_client_events`, {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json', apikey: key, Authorization: `Bearer ${key}` },
      body: JSON.stringify({ events }),
    }).catch(() => undefined);
  } catch {
    // No backend, or a browser that rejects a large keepalive request.
  }
}
