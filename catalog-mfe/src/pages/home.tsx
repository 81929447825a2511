import { paths } from '@twostroke/shared/contracts/paths';
import { shop } from '@twostroke/shared/domain/shop';
import { useLoaderData } from '@twostroke/shared/router';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { BelowFirstScreen } from '../parts/below-first-screen.tsx';
import { AreaMap } from '../parts/area-map.tsx';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Disclosure } from '@twostroke/shared/ui/disclosure';
import { FaqList } from '../parts/faq-list.tsx';
import { Head } from '@twostroke/shared/ui/head';
import { phone } from '@twostroke/shared/ui/icons';
import { Note } from '@twostroke/shared/ui/note';
import { ParkingRow } from '../parts/parking-row.tsx';
import { Section, SectionHead } from '../parts/section.tsx';
import { TwoColumns } from '@twostroke/shared/ui/two-columns';
import { Container } from '@twostroke/shared/ui/container';
import { useCallback, useRef, useState } from 'react';
import { lazyLoader } from '../model/lazy-loader.ts';
import { bodyTypes } from '../model/body-type.ts';
import { chooseBike } from '../model/choose-bike.ts';
import { shownLines } from '../model/shown-lines.ts';
import { useVehicleOffers } from '../model/use-vehicle-offers.ts';
import { PinCheck } from '../features/check-pin/pin-check.tsx';
import { DepthCards } from '../features/compare-services/depth-cards.tsx';
import { depthLines } from '../features/compare-services/depth-lines.ts';
import { NextFreeLine } from '../features/find-free-time/next-free-line.tsx';
import { AreaList } from '../features/greet-visitor/area-list.tsx';
import { FourStrokes } from '../features/greet-visitor/four-strokes.tsx';
import { Hero, heroCardClass } from '../features/greet-visitor/hero.tsx';
import { LatestPosts } from '../features/greet-visitor/latest-posts.tsx';
import { Promises } from '../features/greet-visitor/promises.tsx';
import { ShortAnswer } from '../features/greet-visitor/short-answer.tsx';
import { ExtraWorkApproval } from '../features/greet-visitor/extra-work-approval.tsx';
import { BikePicker } from '../features/pick-bike/bike-picker.tsx';
import { LazyCallbackForm, LazyUnlistedBikeDialog } from '../features/request-callback/lazy-callback.tsx';
import { Rates } from '../features/show-rates/rates.tsx';
import styles from './home.module.css';
import type { HomeData } from './home.loader.ts';

export { live } from './home.live.ts';

export const loader = lazyLoader(() => import(/* webpackChunkName: "loaders" */ './home.loader.ts'));

export function Component() {
  const { models, lines, services, pins, areas, questions, posts, promises, live: next } = useLoaderData<HomeData>();
  const offers = useVehicleOffers();
  const shown = shownLines(offers, lines);
  const [unlisted, setUnlisted] = useState(false);
  const closeUnlisted = useCallback(() => setUnlisted(false), []);
  const rates = useRef<HTMLDivElement>(null);
  const showRates = () => {
    rates.current?.focus({ preventScroll: true });
    rates.current?.scrollIntoView();
  };
  return (
    <>
      <Head
        title="Bike service at your gate in south-east Pune"
        description="Motorcycle and scooter service at your gate, with pickup, or at our Kondhwa workshop. Prices by engine size with GST, fixed before we start. Twelve areas of south-east Pune."
        canonicalPath={paths.home()}
      />
      <Hero body={offers.status === 'no-bike' ? 'cruiser' : offers.vehicle.model.body}>
        <BikePicker
          className={heroCardClass}
          models={models}
          onPick={(vehicle) => {
            chooseBike(vehicle);
            showRates();
          }}
          onUnlisted={() => setUnlisted(true)}
          foot={<NextFreeLine mode="doorstep" next={next} />}
        />
      </Hero>
      <LazyUnlistedBikeDialog open={unlisted} onClose={closeUnlisted} />
      <BelowFirstScreen>
        <Container>
          <div ref={rates} tabIndex={-1}>
            <Section>
              <Rates
                offers={offers}
                lines={shown}
                action={
                  <ButtonLink variant="onEnamel" to={paths.services()}>
                    All {services} services
                  </ButtonLink>
                }
              >
                <DepthCards
                  depths={depthLines(shown).map((line) => ({ ...line, checks: line.checks ?? 0, facts: [line.time] }))}
                />
              </Rates>
            </Section>
          </div>
          <Section
            title="Find your kind of bike"
            intro={`${models.length} models from Honda, Royal Enfield, TVS, Hero, KTM and Yamaha. The price follows the engine, not the badge.`}
          >
            <ParkingRow
              columns={8}
              places={bodyTypes.map(({ body, many, examples, paint }) => ({
                to: `${paths.bikes()}?body=${body}`,
                body,
                paint,
                label: many,
                note: examples,
              }))}
            />
          </Section>
          <FourStrokes />
        </Container>
        <ExtraWorkApproval limits={promises.approval_limits} />
        <Container>
          <Promises {...promises} />
          <Section>
            <TwoColumns>
              <div>
                <SectionHead
                  title="Where we come"
                  intro="Twelve areas, eight PIN codes, one workshop in the middle."
                  id="where-we-come"
                />
                <PinCheck
                  pins={pins}
                  areas={areas}
                  unserved={(pin) => (
                    <LazyCallbackForm
                      reason={{ kind: 'unserved_pin', pin }}
                      action="Tell me when you come"
                      thanks={`Thank you. We tell you when we come to ${pin}.`}
                    />
                  )}
                />
                <Disclosure summary={`All ${areas.length} areas with their PIN codes`} className={styles.areas}>
                  <AreaList areas={areas} />
                </Disclosure>
              </div>
              <AreaMap
                areas={areas.map(({ slug, name, map_x, map_y }) => ({
                  slug,
                  name,
                  x: map_x,
                  y: map_y,
                  to: paths.area(slug),
                }))}
              />
            </TwoColumns>
          </Section>
          <Section>
            <TwoColumns>
              <div>
                <h2>FAQ: asked every day</h2>
                <Note icon={phone} className={styles.call}>
                  <p>
                    Rather ask a person? Call <Anchor to={`tel:${shop.phone}`}>{shop.phoneShown}</Anchor>,{' '}
                    {shop.hours.join(', ')}.
                  </p>
                </Note>
                <p className={styles.more}>
                  <Anchor to={paths.faq()}>All questions and answers</Anchor>
                </p>
              </div>
              <FaqList
                firstOpen
                faqs={questions.map(({ id, question, answer_md }) => ({
                  id,
                  question,
                  answer: <ShortAnswer source={answer_md} />,
                }))}
              />
            </TwoColumns>
          </Section>
          <Section title="Bike care blog: from the workshop bench">
            <LatestPosts posts={posts} />
          </Section>
        </Container>
      </BelowFirstScreen>
    </>
  );
}
