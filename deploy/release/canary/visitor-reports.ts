import type { ReportSource } from '../../site/telemetry/client-report.ts';
import { countOf } from '../../site/telemetry/read-health.ts';
import type { VersionErrors } from './judge-canary.ts';

/**
 * The reports of visitors' browsers by which a canary is judged: each report counts once, because every visit is
 * reported while a canary runs. Both functions reject when reports can't be read.
 */
export interface VisitorReports {
  /** Visits and errors of some versions of an app since a time. */
  health(app: string, versions: string[], since: Date): Promise<VersionErrors[]>;
  /** Visits of one version since a time. */
  visits(app: string, version: string, since: Date): Promise<number>;
}

/** Reads the reports of a backend. */
export function visitorReports(source: ReportSource): VisitorReports {
  return {
    health: (app, versions, since) =>
      Promise.all(
        versions.map(async (version) => {
          const [visits, errors] = await Promise.all([
            countOf(source, 'visit', app, version, since),
            countOf(source, 'error', app, version, since),
          ]);
          return { app, version, visits, errors };
        }),
      ),
    visits: (app, version, since) => countOf(source, 'visit', app, version, since),
  };
}
