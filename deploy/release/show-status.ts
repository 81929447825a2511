import type { HistoryEntry } from './history.ts';
import type { LiveRecord } from './live-record.ts';
import type { RunningSite } from './running-site.ts';
import type { SiteHealth } from './version-health.ts';

/** What is live, one line an app, and how its visitors do, one line a version. */
export function statusLines(
  record: LiveRecord,
  fault: string | null,
  site: RunningSite | null,
  health: SiteHealth,
): string[] {
  const { apps, canary, disabled, previews = [] } = record;
  const width = Math.max(...Object.keys(apps).map((app) => app.length));
  return [
    ...(fault ? [`live.json is damaged (${fault}); the newest good record counts.`] : []),
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

/** One flip in a sentence, as it is told when it happens and in the history. */
export function sentenceOf({ action, app, from, to, record, fault, reason }: HistoryEntry): string {
  switch (action) {
    case 'release':
    case 'start':
      return from ? `${app} ${to} is live, before it ${from}.` : `${app} ${to} is live.`;
    case 'canary':
      return `${app} ${to} is live for ${record.canary?.percent} % of the visitors, ${from} for the others.`;
    case 'canary-ended':
      return `The canary ${from} of ${app} has ended; ${to} is live for all.`;
    case 'auto-rollback':
      return `${reason ?? `The canary ${from} of ${app} was over its error budget.`} It has ended; ${to} is live for all.`;
    case 'promote':
      return `${app} ${to} is live for all, before it ${from}.`;
    case 'rollback':
      return `${app} ${to} is live again instead of ${from}.`;
    case 'disable':
      return `${app} is switched off: its pages say so and no file of it is fetched. Back: npm run release -- enable ${app}`;
    case 'preview':
      return `${app} ${to} is open to testers; ${from} stays live for all.`;
    case 'preview-ended':
      return `The preview of ${app} ${to} has ended.`;
    case 'enable':
      return `${app} ${to} is switched on again.`;
    case 'not-seen':
      return `Flip ${record.sequence} (${app} ${to}) was not seen by visitors: ${fault}`;
  }
}

export function historyLines(history: HistoryEntry[]): string[] {
  return history.map((entry) => {
    const commit = entry.commit ? ` commit ${entry.commit},` : '';
    return `${entry.at}  ${sentenceOf(entry)} (by ${entry.by},${commit} ${entry.seconds} s)`;
  });
}
