import * as v from 'valibot';
import { functionAnswers } from '@twostroke/shared/contracts/functions';
import { ask, type ReportSource } from './client-report.ts';

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

/** The reports by which a canary is judged: of each day the network address with the most errors is left out. */
export interface VersionReports {
  version: string;
  visits: number;
  errors: number;
  /** Network addresses that reported errors, without the one that is left out, on the day that had most of them. */
  failingAddresses: number;
}

/**
 * The reports of an app's versions since a time, such that no single network address decides the figures.
 * @throws Error when the backend does not answer or the key may not ask
 */
export async function readVersionReports(
  source: ReportSource,
  app: string,
  versions: string[],
  since: Date,
): Promise<VersionReports[]> {
  const rows = await ask(source, functionAnswers.version_reports, 'rpc/version_reports', {
    app,
    versions,
    since: since.toISOString(),
  });
  return rows.map(({ failing_addresses: failingAddresses, ...row }) => ({ ...row, failingAddresses }));
}
