import { formatDay, formatWindow, nearDay } from '@twostroke/shared/domain/calendar';
import { Hold } from '@twostroke/shared/ui/hold';
import { Tally } from '@twostroke/shared/ui/tally';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import styles from './next-free-line.module.css';
import type { NextFree } from './read-next-free.ts';

const where: Readonly<Record<ServiceMode, string>> = {
  doorstep: 'at your gate',
  pickup: 'for a pickup',
  workshop: 'at the workshop',
};

/** "Next free at your gate: tomorrow, 9–11 am". Nothing when it is unknown. */
export function NextFreeLine({ next }: { next: NextFree }) {
  const { time, today, mode } = next;
  if (!time) return null;
  return (
    <Hold>
      Next free {where[mode]}:{' '}
      <b>
        {nearDay(time.date, today) ?? formatDay(time.date)}, {formatWindow(time.start, time.end)}
      </b>{' '}
      {time.places !== null && (
        <span className={styles.places}>
          <Tally count={time.free} of={time.places} word="places free" wordsHidden />
        </span>
      )}
    </Hold>
  );
}
