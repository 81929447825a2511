import * as v from 'valibot';
import { ask, countReports, type ReportSource } from './client-report.ts';

const health = v.object({
  apps: v.array(
    v.object({
      app: v.string(),
      version: v.string(),
      canary: v.boolean(),
      visits: v.number(),
      errors: v.number(),
      error_rate: v.nullable(v.number()),
    }),
  ),
});

/** How one version of an app does with its visitors. */
export interface AppHealth {
  app: string;
  version: string;
  /** Whether some of these visitors were served as a canary. */
  canary: boolean;
  visits: number;
  errors: number;
  /** Errors per visit; null without a visit. */
  errorRate: number | null;
}

/**
 * The apps and versions that visitors used in the last hours: the release tool reads them before it widens a canary.
 * @param hours 1 to 720
 * @throws Error when the backend does not answer or the key may not ask
 */
export async function readHealth(source: ReportSource, hours: number): Promise<AppHealth[]> {
  const { apps } = await ask(source, health, 'rpc/client_health', { hours });
  return apps.map(({ error_rate: errorRate, ...app }) => ({ ...app, errorRate }));
}

/**
 * Visits or errors of one version that were reported since a time. Each counts once, whatever share of the page loads it
 * names: anyone can send a report, and a share of 0.0001 would weigh as much as 10,000 honest ones.
 * @throws Error when the backend does not answer or the key may not ask
 */
export function countOf(
  source: ReportSource,
  kind: 'visit' | 'error',
  app: string,
  version: string,
  since: Date,
): Promise<number> {
  const received = `gte.${since.toISOString()}`;
  return countReports(source, {
    kind: `eq.${kind}`,
    app: `eq.${app}`,
    version: `eq.${version}`,
    received_at: received,
  });
}
