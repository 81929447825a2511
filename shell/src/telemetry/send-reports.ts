import { backendConnection } from '@twostroke/shared/data';
import type { ClientEvent } from './report-queue.ts';

/**
 * Sends events as nobody in particular, also while the page is being closed. A failure is swallowed: what can't be
 * reported is not the visitor's business.
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
    // No backend, or a browser that refuses a large keepalive request.
  }
}
