import { formatDay, formatWindow, nearDay } from '@twostroke/shared/domain/calendar';
import { Mini } from '@twostroke/shared/ui/badge';
import { Icon } from '@twostroke/shared/ui/icon';
import { door, van, workshop } from '@twostroke/shared/ui/service-icons';
import { Tally } from '@twostroke/shared/ui/tally';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import { modeWords } from '../../model/service-mode.ts';
import styles from './free-times.module.css';
import type { NextFree } from './read-next-free.ts';

const icons: Readonly<Record<ServiceMode, string>> = { doorstep: door, pickup: van, workshop };

export interface FreeTimeRowProps {
  mode: ServiceMode;
  /** Null while it is looked up. */
  next: NextFree | null;
  advised: boolean;
}

/** One mode of service with its next free window. */
export function FreeTimeRow({ mode, next, advised }: FreeTimeRowProps) {
  const time = next?.time;
  return (
    <li className={styles.row}>
      <Icon path={icons[mode]} />
      <span>
        <span className={styles.title}>
          {modeWords[mode]} {advised && <Mini>our advice</Mini>}
        </span>
        <span className={styles.when}>{next ? whenOf(next) : 'One moment'}</span>
      </span>
      {time && (
        <span className={styles.end}>
          {time.places === null ? `${time.free} free` : <Tally count={time.free} of={time.places} word="free" block />}
        </span>
      )}
    </li>
  );
}

function whenOf({ today, time }: NextFree): string {
  if (!time) return 'See when you book, or call us';
  const near = nearDay(time.date, today);
  const day = near ? `${near.charAt(0).toUpperCase()}${near.slice(1)}` : formatDay(time.date);
  return `${day}, ${formatWindow(time.start, time.end)}`;
}
