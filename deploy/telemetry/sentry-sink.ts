import { createHash } from 'node:crypto';
import type { ClientReport } from './client-report.ts';
import { post, type ReportSink } from './report-sink.ts';

/**
 * Sentry, or what speaks its protocol: one envelope per error, with `app@version` as the release. Visits and vitals are
 * not sent: Sentry knows them only as parts of its own traces.
 * @param dsn `https://<key>@<host>/<project>`, as Sentry's project settings show it
 * @throws Error when the DSN has another shape
 */
export function sentrySink(dsn: string): ReportSink {
  const { endpoint, key } = readDsn(dsn);
  const headers = {
    'Content-Type': 'application/x-sentry-envelope',
    'X-Sentry-Auth': `Sentry sentry_version=7, sentry_client=twostroke/1.0, sentry_key=${key}`,
  };
  return {
    name: 'sentry',
    async send(reports) {
      for (const report of reports) if (report.kind === 'error') await post(endpoint, headers, envelopeOf(report));
    },
  };
}

function readDsn(dsn: string): { endpoint: string; key: string } {
  const url = URL.canParse(dsn) ? new URL(dsn) : null;
  const [, prefix, project] = /^(.*)\/(\d+)$/.exec(url?.pathname ?? '') ?? [];
  if (!url?.username || project === undefined)
    throw new Error('TWOSTROKE_SENTRY_DSN must look like https://<key>@<host>/<project number>.');
  return { endpoint: `${url.protocol}//${url.host}${prefix}/api/${project}/envelope/`, key: url.username };
}

function envelopeOf(report: ClientReport): string {
  // Made from the row, so that Sentry recognises one that is sent again.
  const id = createHash('sha256').update(`${report.id} ${report.received_at}`).digest('hex').slice(0, 32);
  const event = {
    event_id: id,
    timestamp: Date.parse(report.received_at) / 1000,
    platform: 'javascript',
    level: 'error',
    release: `${report.app}@${report.version}`,
    transaction: report.route ?? undefined,
    exception: { values: [{ type: report.name, value: report.message ?? '' }] },
    tags: { app: report.app, canary: String(report.canary), site_release: tag(report.site_release) },
  };
  const lines = [{ event_id: id, sent_at: new Date().toISOString() }, { type: 'event' }, event];
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

/** Sentry drops tags of more than 200 characters. */
function tag(text: string | null): string | undefined {
  return text?.slice(0, 200);
}
