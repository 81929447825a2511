import { paths } from '@twostroke/shared/contracts/paths';
import { useLoaderData } from '@twostroke/shared/router';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { Head } from '@twostroke/shared/ui/head';
import { Container } from '@twostroke/shared/ui/container';
import { battery, brake, chain, oil, spanner } from '@twostroke/shared/ui/service-icons';
import { useCallback, useState } from 'react';
import { lazyLoader } from '../model/lazy-loader.ts';
import { chooseBike } from '../model/choose-bike.ts';
import { OffersFailed } from '../parts/offers-failed.tsx';
import { shownLines } from '../model/shown-lines.ts';
import { useVehicleOffers } from '../model/use-vehicle-offers.ts';
import { ServicesHead } from '../features/list-services/services-head.tsx';
import { BikePicker } from '../features/pick-bike/bike-picker.tsx';
import { GroupedRateBoard } from '../features/show-rates/grouped-rate-board.tsx';
import { LazyUnlistedBikeDialog } from '../features/request-callback/lazy-callback.tsx';
import styles from './services.module.css';
import type { ServicesData } from './services.loader.ts';

export const loader = lazyLoader(() => import(/* webpackChunkName: "loaders" */ './services.loader.ts'));

export function Component() {
  const { categories, lines, models } = useLoaderData<ServicesData>();
  const offers = useVehicleOffers();
  const [unlisted, setUnlisted] = useState(false);
  const closeUnlisted = useCallback(() => setUnlisted(false), []);
  const rows = shownLines(offers, lines);
  const bike = offers.status === 'no-bike' ? null : offers.vehicle;
  const groups = categories
    .map((category) => ({
      ...category,
      to: paths.serviceCategory(category.slug),
      lines: rows.filter(({ categorySlug }) => categorySlug === category.slug),
    }))
    .filter((group) => group.lines.length > 0);
  return (
    <Container>
      <Head
        title="Bike services and prices in Pune"
        description={`All ${lines.length} services for motorcycles and scooters, with time and price by engine size, GST included. At your gate, with pickup, or at our workshop in Kondhwa.`}
        canonicalPath={paths.services()}
      />
      <Breadcrumbs crumbs={[{ label: 'Home', to: paths.home() }, { label: 'Services' }]} />
      <ServicesHead
        title="Services and prices"
        objects={[spanner, oil, chain, brake, battery]}
        lead={
          bike
            ? `What we do for your ${bike.brand.name} ${bike.model.name}, with the time it takes and the price you pay, GST included.`
            : `${lines.length} services. The price follows the engine size and includes GST: choose your bike and see your own.`
        }
        side={
          <BikePicker
            models={models}
            title={bike ? 'Another bike?' : 'Which bike is it?'}
            onPick={(vehicle) => chooseBike(vehicle)}
            onUnlisted={() => setUnlisted(true)}
          />
        }
      >
        <OffersFailed offers={offers} />
      </ServicesHead>
      <LazyUnlistedBikeDialog open={unlisted} onClose={closeUnlisted} />
      <div className={styles.rates}>
        <nav aria-label="Kinds of service" className={styles.kinds}>
          <ul className={styles.list}>
            {groups.map(({ slug, title }) => (
              <li key={slug}>
                <Anchor to={`#${slug}`}>{title}</Anchor>
              </li>
            ))}
          </ul>
        </nav>
        <GroupedRateBoard busy={offers.status === 'loading'} groups={groups} />
      </div>
    </Container>
  );
}
