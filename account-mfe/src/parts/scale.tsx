import type { InspectionPoint } from '@twostroke/shared/contracts/answers/inspection';
import { scaleOf } from '../model/scale.ts';
import styles from './scale.module.css';

/** Where the line of the scale begins and ends in the picture. */
const left = 10;
const width = 260;

export interface ScaleProps {
  point: InspectionPoint;
}

/** A measure beside its limit, in the order of the measure: red where the part must go, amber, green. Nothing without both. */
export function Scale({ point }: ScaleProps) {
  const scale = scaleOf(point);
  if (!scale) return null;
  const { at, zones, limits, words } = scale;
  const x = (part: number): number => Math.round((left + part * width) * 10) / 10;
  const value = x(at);
  return (
    <span className={styles.frame}>
      <svg className={styles.scale} viewBox="0 0 280 58" role="img" aria-label={words.spoken}>
        {zones.map(({ tone, from, to }) => (
          <path key={`${tone} ${from}`} className={styles[tone]} d={`M${x(from)} 30H${x(to)}`} />
        ))}
        {limits.map((limit) => (
          <g key={limit.word}>
            <path className={styles.tick} d={`M${x(limit.at)} 22V40`} />
            <text x={x(limit.at)} y="53" textAnchor="middle">
              {limit.word}
            </text>
          </g>
        ))}
        <path className={styles.mark} d={`M${value} 27l-7-11h14z`} />
        <text className={styles.value} x={Math.min(Math.max(value, 30), 250)} y="13" textAnchor="middle">
          {words.value}
        </text>
      </svg>
    </span>
  );
}
