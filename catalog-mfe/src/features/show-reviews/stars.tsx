import styles from './stars.module.css';

const STARS = 5;
const star = 'M12 2.5L14.9 8.7L21.7 9.6L16.7 14.3L18 21L12 17.7L6 21L7.3 14.3L2.3 9.6L9.1 8.7Z';

/** A rating in words and in shapes: full stars are filled, the others outlines. */
export function Stars({ count }: { count: number }) {
  return (
    <span className={styles.stars}>
      <svg className={styles.shapes} viewBox="0 0 120 24" aria-hidden="true">
        {Array.from({ length: STARS }, (_, index) => (
          <path
            key={index}
            d={star}
            transform={`translate(${index * 24} 0)`}
            className={index < count ? styles.full : styles.open}
          />
        ))}
      </svg>
      <span>
        {count} of {STARS} stars
      </span>
    </span>
  );
}
