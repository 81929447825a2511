import { Button } from '@twostroke/shared/ui/button';
import { useState, type ReactNode } from 'react';
import type { BoardJob } from '../../model/board-job.ts';

export interface SomeJobsProps {
  jobs: readonly BoardJob[];
  /** How many are drawn at first. */
  first: number;
  children: (job: BoardJob) => ReactNode;
}

/** The first of many jobs, and a button for the others: a board of a busy day is drawn fast. */
export function SomeJobs({ jobs, first, children }: SomeJobsProps) {
  const [shown, setShown] = useState(first);
  const more = jobs.length - shown;
  return (
    <>
      {jobs.slice(0, shown).map(children)}
      {more > 0 && (
        <Button variant="line" small onClick={() => setShown(jobs.length)}>
          Show {more} more
        </Button>
      )}
    </>
  );
}
