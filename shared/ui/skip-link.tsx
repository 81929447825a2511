import styles from './skip-link.module.css';

/** First element of the body: jumps over the header to `#main` (or another id). */
export function SkipLink({ to = 'main', children = 'Skip to the page' }: { to?: string; children?: string }) {
  return (
    <a className={styles.skip} href={`#${to}`}>
      {children}
    </a>
  );
}
