import { paths } from '@twostroke/shared/contracts/paths';
import { Link } from '@twostroke/shared/router';
import { sessionAtom } from '@twostroke/shared/state';
import { Icon } from '@twostroke/shared/ui/icon';
import { user } from '@twostroke/shared/ui/icons';
import { Spinner } from '@twostroke/shared/ui/spinner';
import { useAtomValue } from 'jotai';
import styles from './header-button.module.css';

/** The account's place in the header: a spinner while the session loads, then sign in or the profile. */
export function AccountLink() {
  const session = useAtomValue(sessionAtom);
  if (session.status === 'loading')
    return (
      <span className={styles.button} role="status">
        <Spinner small />
        <span className={styles.hidden}>Loading your session</span>
      </span>
    );
  const signedIn = session.status === 'signed-in';
  return (
    <Link
      to={signedIn ? paths.myProfile() : paths.auth()}
      className={styles.button}
      aria-label={signedIn ? 'My profile' : 'Sign in'}
    >
      <Icon path={user} />
      {signedIn && <span className={styles.dot} aria-hidden="true" />}
    </Link>
  );
}
