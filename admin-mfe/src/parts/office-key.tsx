import styles from './office-key.module.css';

/** A key that does the same as the control beside it. Shown only where there is a keyboard, never the only way. */
export function OfficeKey({ children }: { children: string }) {
  return (
    <kbd className={styles.key} aria-hidden="true">
      {children}
    </kbd>
  );
}
