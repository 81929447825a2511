import { formatRupees } from '@twostroke/shared/domain/money';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Checklist } from '@twostroke/shared/ui/checklist';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import type { JobLine } from './job-line.ts';
import styles from './printed-job-card.module.css';

export interface ExclusionsProps {
  lines: readonly JobLine[];
  /** Page of a package that does what this one leaves out. */
  pageOf: (packageSlug: string) => string;
}

/** What the price does not cover, as plainly as what it does. Nothing when nothing is left out. */
export function Exclusions({ lines, pageOf }: ExclusionsProps) {
  const excluded = lines.filter(({ kind }) => kind === 'excluded');
  if (excluded.length === 0) return null;
  return (
    <JobCard as="section">
      <JobCardHead title="Not in this price" />
      <JobCardBody>
        <Checklist
          items={excluded.map(({ label, hint, see_package, price }) => ({
            key: label,
            state: 'not',
            label: see_package ? <Anchor to={pageOf(see_package)}>{label}</Anchor> : label,
            hint,
            end: price === null ? null : <span>{formatRupees(price)}</span>,
          }))}
        />
        <p className={styles.note}>If any of this is due, you hear what and why, and we do nothing before your yes.</p>
      </JobCardBody>
    </JobCard>
  );
}
