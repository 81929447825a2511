import { paths } from '@twostroke/shared/contracts/paths';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Head } from '@twostroke/shared/ui/head';
import { Container } from '@twostroke/shared/ui/container';
import styles from './message-page.module.css';

/** What a signed-in customer sees at an admin's page. No file of that page was fetched. */
export function AccessDenied() {
  return (
    <Container>
      <Head title="Access Denied | Twostroke" noIndex />
      <div className={styles.message}>
        <h1>Access Denied</h1>
        <p className={styles.lead}>You don&apos;t have permission to access this page.</p>
        <div className={styles.buttons}>
          <ButtonLink to={paths.home()}>Go to the home page</ButtonLink>
          <ButtonLink to={paths.myBookings()} variant="line">
            My bookings
          </ButtonLink>
        </div>
      </div>
    </Container>
  );
}
