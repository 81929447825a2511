import { Checklist } from '@twostroke/shared/ui/checklist';
import { Heading } from '@twostroke/shared/ui/heading';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { BelowFirstScreen } from '../../parts/below-first-screen.tsx';
import type { JobLine } from './job-line.ts';
import styles from './printed-job-card.module.css';

export interface PrintedJobCardProps {
  lines: readonly JobLine[];
  /** Advertised number of points of the package; without it the lines are counted. */
  checks: number | null;
  aside?: string;
}

/** Everything that is done, in the groups of the job card. */
export function PrintedJobCard({ lines, checks, aside }: PrintedJobCardProps) {
  const included = lines.filter(({ kind }) => kind === 'included');
  const groups = [...new Set(included.map(({ group_name }) => group_name))];
  const showGroup = (group: string) => (
    <div key={group}>
      {group && (
        <Heading level={3} ruled className={styles.group}>
          {group}
        </Heading>
      )}
      <Checklist
        twoColumns
        words={{ done: 'Included' }}
        items={included
          .filter(({ group_name }) => group_name === group)
          .map(({ label, hint }) => ({ key: `${label} ${hint}`, state: 'done', label, hint }))}
      />
    </div>
  );
  return (
    <JobCard as="section">
      <JobCardHead title={`Job card: ${checks ?? included.length} points`} aside={aside} />
      <JobCardBody>
        {groups.slice(0, 1).map(showGroup)}
        <BelowFirstScreen>{groups.slice(1).map(showGroup)}</BelowFirstScreen>
      </JobCardBody>
    </JobCard>
  );
}
