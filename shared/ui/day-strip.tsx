import { formatDay } from '@twostroke/shared/domain/calendar';
import { useId, useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { classList } from './class-list.ts';
import styles from './day-strip.module.css';
import { FieldError } from './field-error.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface DayStripProps {
  legend: string;
  /** DayCells, in calendar order. */
  children: ReactNode;
  /** How many cells there are; when more come, the strip scrolls to the first new one. */
  count: number;
  error?: string | null | undefined;
  /** Set it when an ErrorSummary links here. */
  id?: string;
}

/** Days side by side to choose one: a strip that scrolls sideways on a phone, rows of seven elsewhere. */
export function DayStrip({ legend, children, count, error, id }: DayStripProps) {
  const ownId = useId();
  const group = id ?? ownId;
  const strip = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useLayoutEffect(() => {
    const first = strip.current?.children[before.current];
    if (count > before.current && first instanceof HTMLElement && strip.current)
      strip.current.scrollLeft = first.offsetLeft - strip.current.offsetLeft;
    before.current = count;
  }, [count]);
  return (
    <fieldset id={group} aria-describedby={error ? `${group}-error` : undefined}>
      <legend className={styles.legend}>{legend}</legend>
      <div ref={strip} className={classList(styles.strip, error && styles.bad)}>
        {children}
      </div>
      {error && <FieldError id={`${group}-error`}>{error}</FieldError>}
    </fieldset>
  );
}

export interface DayCellProps extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  /** YYYY-MM-DD */
  date: string;
  /** One short word under the day: "3 left", "Full". */
  word?: ReactNode;
  /** What a screen reader says after the day. */
  spoken: string;
  /** Hatched and struck through. It can still be chosen unless it is disabled. */
  off?: boolean;
}

/** A day of the strip. */
export function DayCell({ date, word, spoken, off, ...rest }: DayCellProps) {
  const [weekday, day] = formatDay(date).split(/\s/);
  return (
    <label className={classList(styles.cell, off && styles.off, rest.disabled && styles.closed)}>
      <input {...rest} type="radio" value={date} className={styles.radio} />
      <VisuallyHidden>{[formatDay(date), spoken].filter(Boolean).join(', ')}</VisuallyHidden>
      <span aria-hidden="true">{weekday}</span>
      <span aria-hidden="true" className={styles.day}>
        {day}
      </span>
      <span aria-hidden="true" className={styles.word}>
        {word}
      </span>
    </label>
  );
}
