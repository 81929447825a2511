import { classList } from './class-list.ts';
import styles from './places-bar.module.css';

/** From this number of places down, the words say how many are left. */
const FEW = 3;

export interface PlacesBarProps {
  free: number;
  places: number;
  /** 32 px, for a cell; 64 px otherwise. */
  narrow?: boolean;
}

/** The share of free places. Hidden from screen readers: the words beside it say how many. */
export function PlacesBar({ free, places, narrow }: PlacesBarProps) {
  return (
    <svg
      className={classList(styles.bar, free <= FEW && styles.few, narrow && styles.narrow)}
      viewBox="0 0 64 8"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width={places > 0 ? Math.round((64 * free) / places) : 0} height="8" />
    </svg>
  );
}

/** "3 left"; null while there are enough places. */
export function fewWords(free: number): string | null {
  return free <= FEW ? `${free} left` : null;
}
