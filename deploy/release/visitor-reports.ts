import type { ReportSource } from '../telemetry/client-report.ts';
import { countVisits, readHealth } from '../telemetry/read-health.ts';
import type { VersionHealth } from './judge-canary.ts';

/** What visitors' browsers reported, as a canary is judged by it. Both reject when it can't be read. */
export interface VisitorReports {
  /** Of the last hours. */
  health(hours: number): Promise<VersionHealth[]>;
  /** Visits of one version since a time. */
  visits(app: string, version: string, since: Date): Promise<number>;
}

/** Reads the reports of a backend. */
export function visitorReports(source: ReportSource): VisitorReports {
  return {
    health: (hours) => readHealth(source, hours),
    visits: (app, version, since) => countVisits(source, app, version, since),
  };
}
