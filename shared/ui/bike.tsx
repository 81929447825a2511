import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';
import { classList } from './class-list.ts';
import spriteUrl from './art/bikes.svg';
import styles from './bike.module.css';

const drawn: Readonly<Record<DatabaseEnum<'bike_body'>, true>> = {
  scooter: true,
  moped: true,
  commuter: true,
  naked: true,
  sport: true,
  roadster: true,
  cruiser: true,
  adventure: true,
};
/** The bodies that have a silhouette, in the order of the sprite. */
export const bodies = Object.keys(drawn) as DatabaseEnum<'bike_body'>[];
export type BikePaint = 'oxide' | 'green' | 'indigo' | 'grey';

/** The bundler makes it absolute in browsers and not in Node: a page must contain the same in both. */
const spritePath = spriteUrl.replace(/^\w+:\/\/[^/]+/, '');

export interface BikeProps {
  /** Body type of the model; an unknown one is drawn as a commuter. */
  body: string;
  /** Tank paint; red oxide when left out. */
  paint?: BikePaint;
  /** It stands on the page itself: at night before a strip of the painted wall, because a bike is never a negative. */
  standing?: boolean;
  /** Only when the picture says something the words beside it do not. */
  label?: string;
  className?: string;
}

/** A bike in cut-paper technique, facing right. Ink is `currentColor`; the tyres touch the lower edge of the box. */
export function Bike({ body, paint = 'oxide', standing, label, className }: BikeProps) {
  const shape = bodies.find((known) => known === body) ?? 'commuter';
  const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <svg
      className={classList(styles.bike, paint !== 'oxide' && styles[paint], standing && styles.standing, className)}
      viewBox="0 0 320 190"
      width="320"
      height="190"
      {...naming}
    >
      <use href={`${spritePath}#${shape}`} />
    </svg>
  );
}
