import { paths } from '@twostroke/shared/contracts/paths';
import { sessionAtom } from '@twostroke/shared/state';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { user } from '@twostroke/shared/ui/icons';
import { Note } from '@twostroke/shared/ui/note';
import { useAtomValue } from 'jotai';

/** Where to find bookings without this page's link. */
export function AccountNote() {
  const session = useAtomValue(sessionAtom);
  if (session.status === 'signed-in')
    return (
      <Note icon={user}>
        <p>Booked while you were signed in? Then it is in your list too.</p>
        <ButtonLink small variant="line" to={paths.myBookings()}>
          My bookings
        </ButtonLink>
      </Note>
    );
  return (
    <Note icon={user}>
      <p>
        <b>Want all your bookings in one place?</b> Sign in with the mobile number of this booking, and it is in your
        list too. One code, no password.
      </p>
      <ButtonLink small variant="line" to={paths.auth(paths.myBookings())}>
        Sign in
      </ButtonLink>
    </Note>
  );
}
