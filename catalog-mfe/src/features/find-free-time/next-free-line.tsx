import { formatDay, formatWindow, nearDay } from '@twostroke/shared/domain/calendar';
import { Hold } from '@twostroke/shared/ui/hold';
import { Tally } from '@twostroke/shared/ui/tally';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import { Suspense } from 'react';
import { useLive } from '../../model/use-live.ts';
import styles from './next-free-line.module.css';
import type { NextFree } from './read-next-free.ts';

const where: Readonly<Record<ServiceMode, string>> = {
  doorstep: '',
  pickup: ' for a pickup',
  workshop: ' at the workshop',
};

/** As long as most answers: it keeps their place. */
const usual: NextFree = {
  today: '2026-01-01',
  mode: 'doorstep',
  time: { date: '2026-01-02', start: '09:00', end: '11:00', free: 3, places: 3, free_until: '' },
};

export interface NextFreeLineProps {
  mode: ServiceMode;
  next: NextFree | Promise<NextFree>;
}

/** "Next free: tomorrow, 9–11 am", at the customer's gate unless it says where. */
export function NextFreeLine({ mode, next }: NextFreeLineProps) {
  return (
    <Hold>
      Next free{where[mode]}:{' '}
      <Suspense
        fallback={
          <span className={styles.unknown} aria-hidden="true">
            <Time next={usual} />
          </span>
        }
      >
        <Time next={next} />
      </Suspense>
    </Hold>
  );
}

function Time({ next }: Pick<NextFreeLineProps, 'next'>) {
  const { time, today } = useLive(next);
  if (!time) return <b>see when you book</b>;
  return (
    <>
      <b>{nearDay(time.date, today) ?? formatDay(time.date)},</b>{' '}
      <span className={styles.window}>
        <b>{formatWindow(time.start, time.end)}</b>{' '}
        {time.places !== null && (
          <span className={styles.places}>
            <Tally count={time.free} of={time.places} word="places free" wordsHidden />
          </span>
        )}
      </span>
    </>
  );
}
