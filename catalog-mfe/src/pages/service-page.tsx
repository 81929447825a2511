import { paths } from '@twostroke/shared/contracts/paths';
import { useLoaderData, useNavigate } from '@twostroke/shared/router';
import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { BelowFirstScreen } from '../parts/below-first-screen.tsx';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { Head } from '@twostroke/shared/ui/head';
import { Markdown } from '../parts/markdown/markdown.tsx';
import { Note } from '@twostroke/shared/ui/note';
import { Section, SectionHead } from '../parts/section.tsx';
import { Stack } from '@twostroke/shared/ui/stack';
import { SideColumn, TwoColumns } from '@twostroke/shared/ui/two-columns';
import { Container } from '@twostroke/shared/ui/container';
import { useCallback, useState } from 'react';
import { lazyLoader } from '../model/lazy-loader.ts';
import { chooseBike } from '../model/choose-bike.ts';
import { OffersFailed } from '../parts/offers-failed.tsx';
import { lineOfPackage, pageOfPackage } from '../model/service-line.ts';
import { modesSentence } from '../model/service-mode.ts';
import { shownLines } from '../model/shown-lines.ts';
import { useVehicleOffers } from '../model/use-vehicle-offers.ts';
import { categoryObject } from '../features/list-services/category-object.ts';
import { PriceSteps } from '../features/list-services/price-steps.tsx';
import { ServicesHead } from '../features/list-services/services-head.tsx';
import { ServicesTable } from '../features/list-services/services-table.tsx';
import { BikePicker } from '../features/pick-bike/bike-picker.tsx';
import type { PickableModel } from '@twostroke/shared/api/read-bikes';
import { Exclusions } from '../features/print-job-card/exclusions.tsx';
import { PrintedJobCard } from '../features/print-job-card/printed-job-card.tsx';
import { LazyUnlistedBikeDialog } from '../features/request-callback/lazy-callback.tsx';
import type { ServicePageData } from './service-page.loader.ts';

export const loader = lazyLoader(() => import(/* webpackChunkName: "loaders" */ './service-page.loader.ts'));

export function Component() {
  const { text, main, lines, packages, classes, models } = useLoaderData<ServicePageData>();
  const offers = useVehicleOffers();
  const navigate = useNavigate();
  const [unlisted, setUnlisted] = useState(false);
  const closeUnlisted = useCallback(() => setUnlisted(false), []);

  function showPrice(vehicle: SelectedVehicle, model: PickableModel) {
    chooseBike(vehicle);
    const fits = main.drive === 'any' || main.drive === model.drive;
    const { brand } = vehicle;
    void navigate(fits ? paths.servicePackage(brand.slug, model.slug, main.slug) : paths.bike(brand.slug, model.slug));
  }

  return (
    <Container>
      <Head
        title={`${text.short_name} for bikes and scooters in Pune`}
        description={`${text.lead} Price by engine size with GST, and every line of the job card.`}
        canonicalPath={paths.servicePage(main.slug)}
      />
      <Breadcrumbs
        crumbs={[
          { label: 'Services', to: paths.services() },
          { label: text.categories.title, to: paths.serviceCategory(text.categories.slug) },
          { label: text.short_name },
        ]}
      />
      <ServicesHead
        title={text.short_name}
        objects={[categoryObject(text.categories.slug)]}
        lead={text.lead}
        side={<BikePicker models={models} onPick={showPrice} onUnlisted={() => setUnlisted(true)} />}
      >
        <Markdown text={text.story} />
      </ServicesHead>
      <LazyUnlistedBikeDialog open={unlisted} onClose={closeUnlisted} />
      <BelowFirstScreen>
        <Section near>
          <TwoColumns wide>
            <Stack gap="l">
              <PrintedJobCard lines={lines} checks={main.checks} />
              <Exclusions lines={lines} pageOf={(slug) => pageIn(packages, slug)} />
            </Stack>
            <SideColumn>
              <section>
                <SectionHead title="Prices by engine size" />
                <PriceSteps servicePackage={main} classes={classes} />
              </section>
              <Note>
                <p>{modesSentence(main.modes)}</p>
              </Note>
            </SideColumn>
          </TwoColumns>
        </Section>
        <Section
          title={text.categories.title}
          intro={`All services of this kind${offers.status === 'no-bike' ? '' : `, for ${offers.vehicle.model.name}`}.`}
        >
          <Stack>
            <OffersFailed offers={offers} />
            <ServicesTable
              caption={text.categories.title}
              groups={[
                {
                  slug: text.categories.slug,
                  title: null,
                  to: paths.serviceCategory(text.categories.slug),
                  lines: shownLines(offers, packages.map(lineOfPackage)).filter(
                    ({ categorySlug }) => categorySlug === text.categories.slug,
                  ),
                },
              ]}
            />
          </Stack>
        </Section>
      </BelowFirstScreen>
    </Container>
  );
}

/** An excluded job of another category is linked on the page of all services. */
function pageIn(packages: ServicePageData['packages'], slug: string): string {
  const known = packages.find((one) => one.slug === slug);
  return known ? pageOfPackage(slug, known.category_slug) : paths.services();
}
