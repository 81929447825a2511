import { Icon } from './icon.tsx';
import { alert } from './icons.ts';
import styles from './field.module.css';

/** The message under a control with an error: says what to enter, with an example. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p className={styles.error} id={id}>
      <Icon path={alert} small />
      {children}
    </p>
  );
}
