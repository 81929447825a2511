import type { SlotDay } from '@twostroke/shared/api/slots';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { unavailableDayNote, unavailableLabel } from '@twostroke/shared/domain/slot-words';
import { TallyStrokes } from '@twostroke/shared/ui/tally';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { CallSlot } from './call.ts';
import styles from './caller.module.css';

export interface CallTimesProps {
  days: readonly SlotDay[];
  held: CallSlot | null;
  /** A place that is held for this caller already: full for everybody else. */
  offered: Omit<CallSlot, 'freeUntil'> | null;
  onPick: (slot: CallSlot) => void;
}

const moves: Readonly<Record<string, [days: number, windows: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Free places by day and window: one tab stop, arrows move between the free ones, Enter holds. */
export function FreeTimes({ days, held, offered, onPick }: CallTimesProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<string | null>(null);
  const free = days.flatMap((day) =>
    day.windows.filter((window) => window.free > 0).map(({ start }) => `${day.date} ${start}`),
  );
  const heldKey = held && `${held.date} ${held.start}`;
  const stop = [at, heldKey].find((key) => key !== null && free.includes(key)) ?? free[0];

  function move(event: KeyboardEvent, day: number, window: number): void {
    const step = moves[event.key];
    if (!step) return;
    event.preventDefault();
    let [d, w] = [day, window];
    for (;;) {
      [d, w] = [d + step[0], w + step[1]];
      const row = days[d];
      const next = row?.windows[w];
      if (!row || (!next && step[1] !== 0)) return;
      if (!next || next.free === 0) continue;
      const key = `${row.date} ${next.start}`;
      setAt(key);
      grid.current?.querySelector<HTMLElement>(`[data-slot="${key}"]`)?.focus();
      return;
    }
  }

  return (
    <div ref={grid} className={styles.times} role="group" aria-label="Free times">
      {offered && (
        <button
          type="button"
          className={styles.offered}
          aria-pressed={heldKey === `${offered.date} ${offered.start}`}
          onClick={() => onPick({ ...offered, freeUntil: '' })}
        >
          Offered to them: {formatDay(offered.date)}, {formatWindow(offered.start, offered.end)}
        </button>
      )}
      {days.map((day, d) => (
        <div key={day.date} className={styles.day}>
          <span className={styles.date}>
            {formatDay(day.date)}
            {day.note && <small>{day.note}</small>}
          </span>
          {day.windows.length === 0 || day.closed !== null ? (
            <span className={styles.shut}>{day.closed || unavailableDayNote(day) || 'closed'}</span>
          ) : (
            day.windows.map((window, w) => {
              const key = `${day.date} ${window.start}`;
              const words = formatWindow(window.start, window.end);
              if (window.free === 0)
                return (
                  <span key={key} className={styles.off}>
                    {words} <small>{window.why ? unavailableLabel(window.why) : 'full'}</small>
                  </span>
                );
              return (
                <button
                  key={key}
                  type="button"
                  data-slot={key}
                  className={styles.time}
                  aria-pressed={key === heldKey}
                  aria-label={`${formatDay(day.date)}, ${words}, ${window.free} of ${window.places} free`}
                  tabIndex={key === stop ? 0 : -1}
                  onKeyDown={(event) => move(event, d, w)}
                  onFocus={() => setAt(key)}
                  onClick={() =>
                    onPick({ date: day.date, start: window.start, end: window.end, freeUntil: window.free_until })
                  }
                >
                  <span>{words}</span>
                  <small>
                    {window.places <= 4 && <TallyStrokes count={window.free} of={window.places} />} {window.free} of{' '}
                    {window.places}
                  </small>
                </button>
              );
            })
          )}
        </div>
      ))}
    </div>
  );
}
