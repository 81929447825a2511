import { formatRupees } from '@twostroke/shared/domain/money';
import { Anchor } from '@twostroke/shared/ui/anchor';
import type { BoardJob } from '../../model/board-job.ts';
import { needNames, type Need } from './needs.ts';
import styles from './needs-strip.module.css';

export interface NeedsStripProps {
  jobs: Readonly<Record<Need, readonly BoardJob[]>>;
  /** People waiting for a call, and where they are listed. */
  requests: { count: number; to: string };
  current: Need | null;
  /** The address that lists the jobs of a need, or no longer. */
  hrefOf: (need: Need) => string;
}

/** These are red above zero: they wait for an action of the shop. */
const urgent: readonly Need[] = ['unassigned', 'over'];

/** What waits for an action, as six numbers. Each lists exactly what it counts. */
export function NeedsStrip({ jobs, requests, current, hrefOf }: NeedsStripProps) {
  const count = (need: Need) => (
    <Anchor
      key={need}
      to={hrefOf(need)}
      aria-current={need === current ? 'true' : undefined}
      className={urgent.includes(need) && jobs[need].length > 0 ? styles.hot : undefined}
    >
      <b>{need === 'billed' ? formatRupees(sumOf(jobs.billed)) : jobs[need].length}</b>
      <span>{need === 'billed' ? billWords(jobs.billed.length) : needNames[need]}</span>
    </Anchor>
  );
  return (
    <nav className={styles.needs} aria-label="What needs you">
      {(['unassigned', 'over', 'answer', 'ready'] as const).map(count)}
      <Anchor to={requests.to}>
        <b>{requests.count}</b>
        <span>Requests</span>
      </Anchor>
      {count('billed')}
    </nav>
  );
}

function sumOf(jobs: readonly BoardJob[]): number {
  return jobs.reduce((sum, { amount }) => sum + amount, 0);
}

function billWords(bills: number): string {
  return bills === 1 ? 'Billed, 1 bill' : `Billed, ${bills} bills`;
}
