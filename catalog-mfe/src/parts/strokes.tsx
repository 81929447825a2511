import { classList } from '@twostroke/shared/ui/class-list';
import styles from './strokes.module.css';

/** The coachline: one thick and one thin stroke in the text colour. `short` is the oxide one under a heading. */
export function Strokes({ short, className }: { short?: boolean; className?: string }) {
  return <span className={classList(styles.strokes, short && styles.short, className)} aria-hidden="true" />;
}
