import { Anchor } from '@twostroke/shared/ui/anchor';
import { classList } from '@twostroke/shared/ui/class-list';
import styles from './area-map.module.css';

export interface MapArea {
  slug: string;
  name: string;
  /** Position on the 400 by 345 sketch. */
  x: number;
  y: number;
  /** The area's page. */
  to: string;
}

export interface AreaMapProps {
  areas: readonly MapArea[];
  /** Slug of the current area: its dot is oxide. */
  here?: string;
}

/** Where the name goes when a road is on the right side of the dot. */
const leftOfDot = new Set(['lulla-nagar', 'kausar-baugh']);
const aboveDot = new Set(['handewadi']);

/** A sketch map: thick roads, thin roads, a dot for each area. Not to scale, as its caption says. */
export function AreaMap({ areas, here }: AreaMapProps) {
  return (
    <figure>
      <svg className={styles.map} viewBox="0 0 400 345" role="group" aria-label="Sketch map of our areas">
        <path className={styles.road} d="M100 34L122 128L112 166L128 206L40 262" />
        <path className={styles.road} d="M100 34L196 74L392 112" />
        <path className={styles.road} d="M128 206L224 226L322 188L392 196" />
        <path
          className={styles.lane}
          d="M122 128L176 118L196 74M176 118L164 162L128 206M224 226L248 268L212 318L176 340M128 206L212 318M248 268L322 188M40 262L20 345"
        />
        <g aria-hidden="true">
          <text className={styles.roadName} x="300" y="92">
            Solapur road
          </text>
          <text className={styles.roadName} x="2" y="318">
            Satara
          </text>
          <text className={styles.roadName} x="128" y="341">
            Bopdev
          </text>
        </g>
        {areas.map((area) => (
          <Anchor key={area.slug} to={area.to} className={classList(styles.area, area.slug === here && styles.here)}>
            <circle className={styles.target} cx={area.x} cy={area.y} r="20" />
            <circle className={styles.dot} cx={area.x} cy={area.y} r="7.5" />
            <text className={styles.name} {...placeOfName(area)}>
              {area.name}
            </text>
          </Anchor>
        ))}
        <path className={styles.workshop} d="M150 183l9-7 9 7v12h-18z" />
      </svg>
      <figcaption className={styles.caption}>A sketch, not to scale. The yellow shed is the workshop.</figcaption>
    </figure>
  );
}

function placeOfName({ slug, x, y }: MapArea) {
  if (aboveDot.has(slug)) return { x, y: y - 15, textAnchor: 'middle' as const };
  if (leftOfDot.has(slug)) return { x: x - 12, y: y + 5, textAnchor: 'end' as const };
  return { x: x + 12, y: y + 5 };
}
