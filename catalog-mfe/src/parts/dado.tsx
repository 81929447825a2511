import { Icon } from '@twostroke/shared/ui/icon';
import styles from './dado.module.css';

/** The painted wall under a page's heading, with what the page is about standing on the red-oxide floor. Decoration. */
export function Dado({ objects }: { objects: readonly string[] }) {
  return (
    <div className={styles.dado} aria-hidden="true">
      {objects.map((path) => (
        <Icon key={path} path={path} className={styles.object} />
      ))}
    </div>
  );
}
