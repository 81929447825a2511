import type { ReactNode } from 'react';
import { focusNextCard } from './focus-card.ts';

/** Arrow keys lead from job to job: each is a link, so the keys are an extra. */
export function BetweenJobs({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    // oxlint-disable-next-line a11y/no-static-element-interactions
    <div
      className={className}
      onKeyDown={(event) => {
        if (focusNextCard(event.key)) event.preventDefault();
      }}
    >
      {children}
    </div>
  );
}
