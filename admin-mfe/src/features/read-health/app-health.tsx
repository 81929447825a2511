import { groupDigits } from '@twostroke/shared/domain/figures';
import { formatInstant } from '@twostroke/shared/domain/calendar';
import { Badge, Mini } from '@twostroke/shared/ui/badge';
import { Cells, type Cell } from '@twostroke/shared/ui/cells';
import { Heading } from '@twostroke/shared/ui/heading';
import type { VersionHealth } from './health.ts';
import { formatErrorRate, formatVital, judgeErrorRate, judgeVital, type Verdict, type Vital } from './judge.ts';
import styles from './app-health.module.css';

/** One app: a row for each of its versions, the last seen first. */
export function AppHealth({ app, versions }: { app: string; versions: readonly VersionHealth[] }) {
  return (
    <section className={styles.app} aria-labelledby={`app-${app}`}>
      <Heading level={3} size="s" id={`app-${app}`} className={styles.name}>
        {app}
      </Heading>
      {versions.map((version) => (
        <div key={version.version} className={styles.version}>
          <p className={styles.release}>
            <b>
              {app}@{version.version}
            </b>
            {version.canary && <Mini>canary</Mini>}
            <span className={styles.seen}>last seen {formatInstant(version.last_seen)}</span>
          </p>
          <Cells columns={6} cells={figures(version)} />
        </div>
      ))}
    </section>
  );
}

function figures(health: VersionHealth): Cell[] {
  const { visits, errors, error_rate: rate } = health;
  return [
    { label: 'Visits', value: groupDigits(visits) },
    { label: 'Errors', value: groupDigits(errors) },
    {
      label: 'Error rate',
      value: rate === null ? '–' : formatErrorRate(rate),
      note: rate === null ? 'No visit' : <Judged verdict={judgeErrorRate(rate)} />,
    },
    vitalCell('LCP', 'Content shown (LCP)', health.lcp_p75),
    vitalCell('INP', 'Answers a tap (INP)', health.inp_p75),
    vitalCell('CLS', 'Stands still (CLS)', health.cls_p75),
  ];
}

function vitalCell(vital: Vital, label: string, value: number | null): Cell {
  if (value === null) return { label, value: '–', note: 'Not measured' };
  return { label, value: formatVital(vital, value), note: <Judged verdict={judgeVital(vital, value)} /> };
}

function Judged({ verdict }: { verdict: Verdict }) {
  return <Badge tone={verdict.tone}>{verdict.word}</Badge>;
}
