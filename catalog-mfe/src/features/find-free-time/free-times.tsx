import { useRevalidator } from '@twostroke/shared/router';
import { Button } from '@twostroke/shared/ui/button';
import { Note } from '@twostroke/shared/ui/note';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import { FreeTimeRow } from './free-time-row.tsx';
import styles from './free-times.module.css';
import type { NextFree } from './read-next-free.ts';

export interface FreeTimesProps {
  /** Of each mode. */
  times: readonly NextFree[];
  /** The mode to mark as our advice. */
  advised?: ServiceMode;
}

/** The next free time at the gate, for pickup and at the workshop. */
export function FreeTimes({ times, advised }: FreeTimesProps) {
  const { revalidate, state } = useRevalidator();
  if (times.every(({ time }) => !time))
    return (
      <Note tone="warn" role="status">
        <p>We could not look up the free times. You see them all when you book.</p>
        <Button variant="line" small busy={state === 'loading'} onClick={() => void revalidate()}>
          Try again
        </Button>
      </Note>
    );
  return (
    <ul className={styles.list}>
      {times.map((next) => (
        <FreeTimeRow key={next.mode} next={next} advised={next.mode === advised} />
      ))}
    </ul>
  );
}
