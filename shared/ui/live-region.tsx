import styles from './visually-hidden.module.css';

export interface LiveRegionProps {
  /** What changed, in a sentence. Empty says nothing; a new text is announced once. */
  message: string;
}

/** Announces a change politely to screen readers. Keep it mounted and change the message. */
export function LiveRegion({ message }: LiveRegionProps) {
  return (
    <div className={styles.hidden} role="status" aria-live="polite">
      {message}
    </div>
  );
}
