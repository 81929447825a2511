import spriteUrl from './posts.svg';
import styles from './post-picture.module.css';

/** Articles that have a picture in the sprite, by slug; another one shows the spanner of the bench. */
const drawn: ReadonlySet<string> = new Set([
  'brake-pads-when-to-change',
  'chain-care-10-minutes',
  'doorstep-vs-workshop',
  'engine-oil-grades-explained',
  'how-often-service-bike-pune',
  'ktm-duke-heat-and-coolant',
  'mileage-dropped-7-reasons',
  'monsoon-bike-checklist-pune',
  'read-your-service-bill',
  'royal-enfield-350-first-year',
  'scooter-cvt-belt-guide',
  'used-bike-inspection-60-points',
]);

/** The bundler makes it absolute in browsers and not in Node: a page must contain the same in both. */
const spritePath = spriteUrl.replace(/^\w+:\/\/[^/]+/, '');

/** What an article is about, in one drawing on the red-oxide floor. The title beside it says the same in words. */
export function PostPicture({ slug }: { slug: string }) {
  return (
    <svg className={styles.picture} viewBox="0 0 240 150" aria-hidden="true">
      <use href={`${spritePath}#${drawn.has(slug) ? slug : 'bench'}`} />
    </svg>
  );
}
