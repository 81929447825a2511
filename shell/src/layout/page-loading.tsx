import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { sessionAtom } from '@twostroke/shared/state';
import { Wheel } from '@twostroke/shared/ui/wheel';
import { Wrap } from '@twostroke/shared/ui/wrap';
import { useAtomValue } from 'jotai';
import styles from './page-loading.module.css';

/** Stands in for a page on its way: the wheel while the session is being found out, then the shape of a page. */
export function PageLoading() {
  const session = useAtomValue(sessionAtom);
  return (
    <Wrap>
      <div className={styles.space}>
        {session.status === 'loading' ? (
          <p className={styles.line}>
            <Wheel label="One moment" />
          </p>
        ) : (
          <SkeletonCard lines={5} label="Loading the page" />
        )}
      </div>
    </Wrap>
  );
}
