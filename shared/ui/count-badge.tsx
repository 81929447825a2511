import styles from './count-badge.module.css';

/** The yellow figure on the cart. Hidden from screen readers: say the count in the control's own label. Nothing at 0. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span className={styles.count} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  );
}
