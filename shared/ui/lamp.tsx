import styles from './lamp.module.css';

/** How something was found that was looked at. */
export type LampState = 'ok' | 'due_later' | 'due_now' | 'not_checked';

/** What was found, by shape as well as by colour. Its word stands beside it. */
export function Lamp({ state }: { state: LampState }) {
  return (
    <svg className={styles[state]} viewBox="0 0 28 28" aria-hidden="true">
      {state === 'ok' && (
        <>
          <circle className={styles.ground} cx="14" cy="14" r="12" />
          <path className={styles.mark} d="M8.5 14.5L12.5 18.5L19.5 9.5" />
        </>
      )}
      {state === 'due_later' && (
        <>
          <path className={styles.half} d="M2.5 14A11.5 11.5 0 0 0 25.5 14Z" />
          <circle className={styles.ring} cx="14" cy="14" r="11.5" />
          <path className={styles.ring} d="M2.5 14H25.5" />
        </>
      )}
      {state === 'due_now' && (
        <>
          <circle className={styles.ground} cx="14" cy="14" r="12" />
          <path className={styles.mark} d="M14 7.5V15.5M14 19.4V20.4" />
        </>
      )}
      {state === 'not_checked' && <circle className={styles.unlit} cx="14" cy="14" r="11" />}
    </svg>
  );
}
