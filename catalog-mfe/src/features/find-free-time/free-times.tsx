import { useRevalidator } from '@twostroke/shared/router';
import { Button } from '@twostroke/shared/ui/button';
import { Note } from '@twostroke/shared/ui/note';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import { Suspense, useEffect } from 'react';
import { useLive } from '../../model/use-live.ts';
import { FreeTimeRow } from './free-time-row.tsx';
import styles from './free-times.module.css';
import { modes, type NextFree } from './read-next-free.ts';

export interface FreeTimesProps {
  /** Of each mode. */
  times: readonly NextFree[] | Promise<readonly NextFree[]>;
  /** The mode to mark as our advice. */
  advised?: ServiceMode;
}

/** The next free time at the gate, for pickup and at the workshop. */
export function FreeTimes({ times, advised }: FreeTimesProps) {
  return (
    <div className={styles.place}>
      <Suspense fallback={<Rows times={null} advised={advised} />}>
        <KnownTimes times={times} advised={advised} />
      </Suspense>
    </div>
  );
}

function KnownTimes({ times, advised }: FreeTimesProps) {
  const known = useLive(times);
  return known.every(({ time }) => !time) ? <NoTimes /> : <Rows times={known} advised={advised} />;
}

/** Asks again on a press, and by itself once the browser is online again. */
function NoTimes() {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    const again = (): void => void revalidate();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [revalidate]);
  return (
    <Note tone="warn" role="status">
      <p>We could not look up the free times. You see them all when you book.</p>
      <Button variant="line" small busy={state === 'loading'} onClick={() => void revalidate()}>
        Try again
      </Button>
    </Note>
  );
}

function Rows({ times, advised }: { times: readonly NextFree[] | null; advised: ServiceMode | undefined }) {
  return (
    <ul className={styles.list}>
      {modes.map((mode) => {
        const next = times?.find((one) => one.mode === mode) ?? null;
        return <FreeTimeRow key={mode} mode={mode} next={next} advised={mode === advised} />;
      })}
    </ul>
  );
}
