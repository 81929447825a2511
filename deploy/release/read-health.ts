import type { ReadHealth, VersionHealth } from './judge-canary.ts';

/**
 * Reads what visitors' browsers reported, by the backend's function client_health.
 * @param serviceKey key of the service role, or an admin's token: visitors may not read reports
 */
export function readHealthFrom(url: string, serviceKey: string): ReadHealth {
  return async (hours) => {
    const answer = await fetch(`${url}/rest/v1/rpc/client_health`, {
      method: 'POST',
      headers: { apikey: serviceKey, Authorization: `Bearer ${serviceKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ hours }),
      signal: AbortSignal.timeout(10_000),
    });
    if (!answer.ok) throw new Error(`The reports of visitors can't be read: client_health answers ${answer.status}.`);
    const { apps } = (await answer.json()) as { apps: VersionHealth[] };
    return apps;
  };
}
