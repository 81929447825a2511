import styles from './check-dots.module.css';

const columns = 5;
/** Width of a box and of the gap after it, on the grid of the picture. */
const box = 10;
const step = 14;

/** A picture of "25 of 40": one box for each, filled from the floor up. The words beside it say the number. */
export function CheckDots({ count, of }: { count: number; of: number }) {
  const rows = Math.ceil(of / columns);
  const height = rows * step;
  const boxes = (number: number) =>
    Array.from({ length: Math.ceil(number / columns) }, (_, row) => {
      const inRow = Math.min(columns, number - row * columns);
      return `M0 ${height - row * step - step / 2}H${inRow * step - (step - box)}`;
    }).join('');
  return (
    <svg className={styles.dots} viewBox={`0 0 ${columns * step - (step - box)} ${height}`} aria-hidden="true">
      <path className={styles.all} d={boxes(of)} />
      <path className={styles.included} d={boxes(count)} />
    </svg>
  );
}
