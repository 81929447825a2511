import { classList } from './class-list.ts';
import styles from './tally.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface TallyProps {
  /** Thick strokes: what the words beside them count. */
  count: number;
  /** All strokes. Strokes are drawn up to 4; beyond that only the words. */
  of: number;
  /** "2 of 3 free". */
  word: string;
  /** Visually only strokes; the words stay for screen readers. */
  wordsHidden?: boolean;
  /** Words under the strokes, for the right end of a row. */
  block?: boolean;
}

/** A count as painted strokes, always with its words. */
export function Tally({ count, of, word, wordsHidden, block }: TallyProps) {
  const words = tallyWords(count, of, word);
  return (
    <span className={block ? styles.block : undefined}>
      {of <= 4 && <TallyStrokes count={count} of={of} />}{' '}
      {wordsHidden && of <= 4 ? <VisuallyHidden>{words}</VisuallyHidden> : <span>{words}</span>}
    </span>
  );
}

/** Strokes alone, for a numbered step. Hidden from screen readers. */
export function TallyStrokes({ count, of = count, big }: { count: number; of?: number; big?: boolean }) {
  return (
    <span className={classList(styles.tally, big && styles.big)} aria-hidden="true">
      {Array.from({ length: of }, (_, index) => (
        <span key={index} className={classList(styles.stroke, index >= count && styles.thin)} />
      ))}
    </span>
  );
}

/** "2 of 3 free". */
export function tallyWords(count: number, of: number, word: string): string {
  return `${count} of ${of} ${word}`;
}
