import { paths } from '@twostroke/shared/contracts/paths';
import { useLoaderData } from '@twostroke/shared/router';
import { BelowFirstScreen } from '../parts/below-first-screen.tsx';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { Head } from '@twostroke/shared/ui/head';
import { Markdown } from '../parts/markdown/markdown.tsx';
import { Section } from '../parts/section.tsx';
import { Container } from '@twostroke/shared/ui/container';
import { useCallback, useId, useState } from 'react';
import { lazyLoader } from '../model/lazy-loader.ts';
import { chooseBike } from '../model/choose-bike.ts';
import { OffersFailed } from '../parts/offers-failed.tsx';
import { lineOfPackage } from '../model/service-line.ts';
import { shownLines } from '../model/shown-lines.ts';
import { useVehicleOffers } from '../model/use-vehicle-offers.ts';
import { categoryObject } from '../features/list-services/category-object.ts';
import { ClassPrices } from '../features/list-services/class-prices.tsx';
import { PriceSteps } from '../features/list-services/price-steps.tsx';
import { ServiceCards } from '../features/list-services/service-cards.tsx';
import { ServicesHead } from '../features/list-services/services-head.tsx';
import { BikePicker } from '../features/pick-bike/bike-picker.tsx';
import { LazyUnlistedBikeDialog } from '../features/request-callback/lazy-callback.tsx';
import { Board } from '../features/show-rates/rate-board.tsx';
import styles from './service-category.module.css';
import type { ServiceCategoryData } from './service-category.loader.ts';

export const loader = lazyLoader(() => import(/* webpackChunkName: "loaders" */ './service-category.loader.ts'));

export function Component() {
  const { category, packages, classes, models } = useLoaderData<ServiceCategoryData>();
  const offers = useVehicleOffers();
  const [unlisted, setUnlisted] = useState(false);
  const fieldId = useId();
  const closeUnlisted = useCallback(() => setUnlisted(false), []);
  const ownPrices = offers.status === 'ready' || offers.status === 'loading';
  return (
    <Container>
      <Head
        title={`${category.title} for bikes and scooters in Pune`}
        description={`${packages.map(({ short_name }) => short_name).join(', ')}: what is done, how long it takes, and the price by engine size with GST.`}
        canonicalPath={paths.serviceCategory(category.slug)}
      />
      <Breadcrumbs crumbs={[{ label: 'Services', to: paths.services() }, { label: category.title }]} />
      <ServicesHead
        title={category.title}
        objects={[categoryObject(category.slug)]}
        lead={category.summary}
        side={
          <BikePicker
            models={models}
            onPick={(vehicle) => chooseBike(vehicle)}
            onUnlisted={() => setUnlisted(true)}
            fieldId={fieldId}
          />
        }
      >
        <Markdown text={category.intro} />
        <OffersFailed offers={offers} />
      </ServicesHead>
      <LazyUnlistedBikeDialog open={unlisted} onClose={closeUnlisted} />
      <BelowFirstScreen>
        <Section near>
          <ServiceCards
            packages={packages}
            lines={shownLines(offers, packages.map(lineOfPackage))}
            bikeName={ownPrices ? offers.vehicle.model.name : null}
            onChooseBike={() => document.getElementById(fieldId)?.focus()}
          />
        </Section>
        <Section title="Prices by engine size" intro="GST included. The class follows the engine, never the badge.">
          <div className={styles.prices}>
            {packages[0] && <PriceSteps servicePackage={packages[0]} classes={classes} />}
            <Board>
              <ClassPrices packages={packages} classes={classes} />
            </Board>
          </div>
        </Section>
      </BelowFirstScreen>
    </Container>
  );
}
