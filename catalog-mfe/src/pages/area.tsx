import { areas } from '@twostroke/shared/domain/areas';
import { paths } from '@twostroke/shared/contracts/paths';
import { formatRupees } from '@twostroke/shared/domain/money';
import { useLoaderData } from '@twostroke/shared/router';
import { BelowFirstScreen } from '../parts/below-first-screen.tsx';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { Head } from '@twostroke/shared/ui/head';
import { Markdown } from '../parts/markdown/markdown.tsx';
import { Note } from '@twostroke/shared/ui/note';
import { Section, SectionHead } from '../parts/section.tsx';
import { TwoColumns } from '@twostroke/shared/ui/two-columns';
import { Container } from '@twostroke/shared/ui/container';
import { lazyLoader } from '../model/lazy-loader.ts';
import { PinCheck } from '../features/check-pin/pin-check.tsx';
import { FreeTimes } from '../features/find-free-time/free-times.tsx';
import { AdvisedPrices } from '../features/price-package/advised-prices.tsx';
import { LazyCallbackForm } from '../features/request-callback/lazy-callback.tsx';
import { AreaHead } from '../features/show-area/area-head.tsx';
import { NeighbouringAreas } from '../features/show-area/neighbouring-areas.tsx';
import { HoursTable } from '../features/show-hours/hours-table.tsx';
import { ReviewList } from '../features/show-reviews/review-list.tsx';
import type { AreaData } from './area.loader.ts';
import styles from './area.module.css';

export { live } from './area.live.ts';

export const loader = lazyLoader(() => import(/* webpackChunkName: "loaders" */ './area.loader.ts'));

export function Component() {
  const {
    area,
    advice,
    services,
    classes,
    hours,
    pins,
    freePickupFrom,
    reviews,
    live: freeTimes,
  } = useLoaderData<AreaData>();
  const { name } = area;
  return (
    <>
      <Head
        title={`Bike service in ${name}, Pune ${area.pin}`}
        description={area.colour}
        canonicalPath={paths.area(area.slug)}
      />
      <Container>
        <Breadcrumbs
          crumbs={[
            { label: 'Home', to: paths.home() },
            { label: 'Areas', to: `${paths.contact()}#areas` },
            { label: name },
          ]}
        />
        <AreaHead area={area} />
      </Container>
      <div className={styles.verge} />
      <Container>
        <TwoColumns className={styles.section}>
          <section>
            <SectionHead title={`Next free in ${name}`} intro={`For an hour’s work. ${advice.words}`} />
            <FreeTimes times={freeTimes} advised={advice.mode} />
          </section>
          <section>
            <SectionHead title={`What ${name} bikes need`} intro="What these roads ask for first. GST included." />
            <AdvisedPrices
              caption={`Services we advise in ${name}`}
              heading="We advise here"
              services={services}
              classes={classes}
            />
          </section>
        </TwoColumns>
        <BelowFirstScreen>
          <TwoColumns className={styles.section}>
            <section>
              <SectionHead title={`Riding in ${name}`} />
              <Markdown text={area.story} />
            </section>
            <section>
              <SectionHead title="When we come" />
              <HoursTable groups={hours} />
            </section>
          </TwoColumns>
          <TwoColumns className={styles.section}>
            <section>
              <SectionHead title="Is your lane covered?" intro={pinsSentence(name, area.pins)} />
              <PinCheck
                pins={pins}
                areas={areas}
                unserved={(pin) => (
                  <LazyCallbackForm
                    reason={{ kind: 'unserved_pin', pin }}
                    action="Tell me when you come here"
                    thanks={`Thank you. We call you when we come to ${pin}.`}
                  />
                )}
              />
            </section>
            <Note className={styles.note}>
              <p>
                Some societies do not allow work in the parking. Ask first, or choose pickup when you book: it is free
                from {formatRupees(freePickupFrom)}.
              </p>
            </Note>
          </TwoColumns>
          {reviews.length > 0 && (
            <Section
              title={`Reviews from ${name}`}
              intro={
                reviews.every(({ isSample }) => isSample)
                  ? 'Samples, until our customers’ own reviews stand here.'
                  : undefined
              }
            >
              <ReviewList reviews={reviews} withoutArea />
            </Section>
          )}
          <Section title="Next door" intro="Kilometres in a straight line, roughly.">
            <NeighbouringAreas area={area} />
          </Section>
        </BelowFirstScreen>
      </Container>
    </>
  );
}

function pinsSentence(name: string, pins: readonly string[]): string {
  return pins.length > 1
    ? `In ${name} we come to the PINs ${pins.join(' and ')}.`
    : `In ${name} we come to PIN ${pins[0]}.`;
}
