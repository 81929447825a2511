import { paths } from '@twostroke/shared/contracts/paths';
import { Anchor } from '@twostroke/shared/ui/anchor';
import styles from './area-list.module.css';

/** The twelve areas with their PIN codes, each a link. */
export function AreaList({ areas }: { areas: readonly { slug: string; name: string; pin: string }[] }) {
  return (
    <ul className={styles.list}>
      {areas.map(({ slug, name, pin }) => (
        <li key={slug}>
          <Anchor to={paths.area(slug)} className={styles.area}>
            {name} <span className={styles.pin}>{pin}</span>
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
