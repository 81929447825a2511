import type { LiveRecord } from '../../site/record/live-record.ts';
import type { RunningSite } from '../../site/record/running-site.ts';
import type { SiteHealth } from '../canary/version-health.ts';

/** What is live, one line per app, and its health, one line per version. */
export function statusLines(
  record: LiveRecord,
  error: string | null,
  site: RunningSite | null,
  health: SiteHealth,
): string[] {
  const { apps, canary, disabled, previews = [] } = record;
  const width = Math.max(...Object.keys(apps).map((app) => app.length));
  return [
    ...(error ? [`live.json is damaged (${error}); the newest good record counts.`] : []),
    ...Object.entries(apps).map(([app, version]) => {
      const beside = canary?.app === app ? `, canary ${canary.version} for ${canary.percent} % of the visitors` : '';
      return `${app.padEnd(width)}  ${version}${beside}${disabled.includes(app) ? ', switched off' : ''}`;
    }),
    ...previews.map(({ app, version }) => `Preview of ${app}: ${version}, /preview?${app}=${version}`),
    `Flip ${record.sequence}, ${record.flippedAt}, by ${record.flippedBy}.`,
    site ? `Served at ${site.url}.` : 'No site runs on this folder on this machine.',
    ...healthLines(health),
  ];
}

function healthLines({ hours, versions, missing }: SiteHealth): string[] {
  if (missing) return [`Error rates are not known: ${missing}`];
  const names = versions.map(({ app, version }) => `${app}@${version}`);
  const width = Math.max(...names.map((name) => name.length));
  return [
    `Reported by visitors' browsers in the last ${hours} hours:`,
    ...versions.map(({ is, visits, errors, errorRate }, at) => {
      const rate = errorRate === null ? 'no visit' : `${(errorRate * 100).toFixed(1)} % errors per visit`;
      return `${names[at]!.padEnd(width)}  ${is.padEnd(6)}  ${rate}, ${counted(visits, 'visit')}, ${counted(errors, 'error')}`;
    }),
  ];
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
