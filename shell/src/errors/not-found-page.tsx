import { paths } from '@twostroke/shared/contracts/paths';
import { useLocation } from '@twostroke/shared/router';
import { vehicleAtom } from '@twostroke/shared/state';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Bike } from '@twostroke/shared/ui/bike';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Head } from '@twostroke/shared/ui/head';
import { Container } from '@twostroke/shared/ui/container';
import { useAtomValue } from 'jotai';
import styles from './message-page.module.css';

/** The path of the prerendered page for all unknown addresses. No remote can own it: its path has capitals. */
export const NOT_FOUND_PATH = '/NOT-FOUND';

/** For every unknown address, wrong slugs included. The server answers it with 404. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  const vehicle = useAtomValue(vehicleAtom);
  return (
    <Container>
      <Head title="Page not found | Twostroke" noIndex />
      <div className={styles.scene}>
        <div className={styles.ground}>
          <Bike body="moped" className={styles.picture} />
        </div>
        <div className={styles.message}>
          <h1>This road ends here</h1>
          <p className={styles.lead}>
            There is no page at {pathname === NOT_FOUND_PATH ? 'this address' : <b>{pathname}</b>}. Perhaps a letter is
            missing.
          </p>
          {pathname.startsWith('/brands/') && (
            <p>
              Another brand? Tell us the bike, and a person calls you back.{' '}
              <Anchor to={paths.callBack()}>Ask for a call back</Anchor>
            </p>
          )}
          <div className={styles.buttons}>
            {vehicle ? (
              <ButtonLink to={paths.bike(vehicle.brand.slug, vehicle.model.slug)}>
                {vehicle.model.name} services
              </ButtonLink>
            ) : (
              <ButtonLink to={paths.bikes()}>Find your bike</ButtonLink>
            )}
            <ButtonLink to={paths.services()} variant="line">
              All services
            </ButtonLink>
            <ButtonLink to={paths.home()} variant="quiet">
              Home
            </ButtonLink>
          </div>
        </div>
      </div>
    </Container>
  );
}
