import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { sessionAtom } from '@twostroke/shared/state';
import { Spinner } from '@twostroke/shared/ui/spinner';
import { Container } from '@twostroke/shared/ui/container';
import { useAtomValue } from 'jotai';
import styles from './page-loading.module.css';

/** Placeholder of a loading page: a spinner while the session loads, then the shape of a page. */
export function PageLoading() {
  const session = useAtomValue(sessionAtom);
  return (
    <Container>
      <div className={styles.space}>
        {session.status === 'loading' ? (
          <p className={styles.line}>
            <Spinner label="One moment" />
          </p>
        ) : (
          <SkeletonCard lines={5} label="Loading the page" />
        )}
      </div>
    </Container>
  );
}
