import { Button } from '@twostroke/shared/ui/button';
import { Note } from '@twostroke/shared/ui/note';
import { Skeleton } from '@twostroke/shared/ui/skeleton';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import type { ServiceMode } from '../../catalog/service-mode.ts';
import { FreeTimeRow } from './free-time-row.tsx';
import styles from './free-times.module.css';
import { useFreeTimes } from './use-free-times.ts';

export interface FreeTimesProps {
  /** The way to mark as our advice. */
  advised?: ServiceMode;
}

/** The next free time at the gate, for pickup and at the workshop. */
export function FreeTimes({ advised }: FreeTimesProps) {
  const free = useFreeTimes();
  if (free.status === 'unknown')
    return (
      <Note tone="warn" role="status">
        <p>We could not look up the free times. You see them all when you book.</p>
        <Button variant="line" small onClick={free.retry}>
          Try again
        </Button>
      </Note>
    );
  if (free.status === 'loading')
    return (
      <div className={styles.list} role="status">
        <VisuallyHidden>Looking up free times</VisuallyHidden>
        {[1, 2, 3].map((row) => (
          <div key={row} className={styles.waiting}>
            <Skeleton shape="short" />
            <Skeleton shape="short" />
          </div>
        ))}
      </div>
    );
  return (
    <ul className={styles.list}>
      {free.times.map((next) => (
        <FreeTimeRow key={next.mode} next={next} advised={next.mode === advised} />
      ))}
    </ul>
  );
}
