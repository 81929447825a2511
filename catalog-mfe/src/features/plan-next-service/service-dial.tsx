import { groupDigits } from '@twostroke/shared/domain/figures';
import { classList } from '@twostroke/shared/ui/class-list';
import styles from './service-dial.module.css';

export interface ServiceDialProps {
  /** Kilometres since the last service. */
  km: number;
  /** Kilometres from one service to the next. */
  intervalKm: number;
}

/**
 * The tachometer that shows when a service is due: from 0 to the interval. Beyond it, the needle is at the end in red.
 */
export function ServiceDial({ km, intervalKm }: ServiceDialProps) {
  const part = Math.min(Math.max(km / intervalKm, 0), 1);
  const needle = onDial(part, 66);
  return (
    <svg
      className={styles.dial}
      viewBox="0 0 240 190"
      role="img"
      aria-label={`${groupDigits(km)} of ${groupDigits(intervalKm)} km since the last service`}
    >
      <path className={styles.arc} d={arc(1, 104)} />
      {part > 0 && <path className={styles.run} d={arc(part, 98)} />}
      {Array.from({ length: 11 }, (_, index) => {
        const outer = onDial(index / 10, 92);
        const inner = onDial(index / 10, index % 5 === 0 ? 78 : 84);
        return <path key={index} className={styles.tick} d={`M${outer}L${inner}`} />;
      })}
      <path className={classList(styles.needle, km > intervalKm && styles.over)} d={`M120 118L${needle}`} />
      <circle cx="120" cy="118" r="9" fill="currentColor" />
      <text className={styles.text} x="36" y="186">
        0
      </text>
      <text className={styles.text} x="204" y="186">
        {groupDigits(intervalKm)}
      </text>
      <text className={classList(styles.text, styles.big)} x="120" y="168">
        {groupDigits(km)} km
      </text>
    </svg>
  );
}

/** A point of the dial: it runs clockwise over 240 degrees, from the lower left to the lower right. */
function onDial(part: number, radius: number): string {
  const angle = ((150 + 240 * part) * Math.PI) / 180;
  return `${(120 + radius * Math.cos(angle)).toFixed(1)} ${(118 + radius * Math.sin(angle)).toFixed(1)}`;
}

function arc(part: number, radius: number): string {
  return `M${onDial(0, radius)}A${radius} ${radius} 0 ${part > 0.75 ? 1 : 0} 1 ${onDial(part, radius)}`;
}
