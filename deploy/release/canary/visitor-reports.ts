import type { ReportSource } from '../../site/telemetry/client-report.ts';
import { announceLive } from '../../site/telemetry/announce-live.ts';
import { readVersionReports } from '../../site/telemetry/read-health.ts';
import type { LiveRecord } from '../../site/record/live-record.ts';
import type { VersionErrors } from './judge-canary.ts';

/**
 * The reports of visitors' browsers by which a canary is judged: each counts once, because every visit is reported while
 * a canary runs, and no single network address decides. All functions reject when the backend does not answer.
 */
export interface VisitorReports {
  /** Tells the backend what is live: it drops reports of other versions. */
  announce(record: LiveRecord): Promise<void>;
  /** Visits and errors of some versions of an app since a time. */
  health(app: string, versions: string[], since: Date): Promise<VersionErrors[]>;
  /** Visits of one version since a time. */
  visits(app: string, version: string, since: Date): Promise<number>;
}

/**
 * Reads the reports of a backend.
 * @param site what the database calls the site
 */
export function visitorReports(source: ReportSource, site: string): VisitorReports {
  return {
    announce: (record) => announceLive(source, site, record),
    async health(app, versions, since) {
      const rows = await readVersionReports(source, app, versions, since);
      return rows.map((row) => ({ app, ...row }));
    },
    async visits(app, version, since) {
      const [row] = await readVersionReports(source, app, [version], since);
      return row?.visits ?? 0;
    },
  };
}
