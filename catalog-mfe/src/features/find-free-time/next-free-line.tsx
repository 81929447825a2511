import { formatDay, formatWindow, nearDay } from '@twostroke/shared/domain/calendar';
import { Hold } from '@twostroke/shared/ui/hold';
import { Tally } from '@twostroke/shared/ui/tally';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import styles from './next-free-line.module.css';
import type { NextFree } from './read-next-free.ts';

const where: Readonly<Record<ServiceMode, string>> = {
  doorstep: '',
  pickup: ' for a pickup',
  workshop: ' at the workshop',
};

/** "Next free: tomorrow, 9–11 am", at the customer's gate unless it says where. Nothing when it is unknown. */
export function NextFreeLine({ next }: { next: NextFree }) {
  const { time, today, mode } = next;
  if (!time) return null;
  return (
    <Hold>
      Next free{where[mode]}: <b>{nearDay(time.date, today) ?? formatDay(time.date)},</b>{' '}
      <span className={styles.window}>
        <b>{formatWindow(time.start, time.end)}</b>{' '}
        {time.places !== null && (
          <span className={styles.places}>
            <Tally count={time.free} of={time.places} word="places free" wordsHidden />
          </span>
        )}
      </span>
    </Hold>
  );
}
