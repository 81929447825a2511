import { paths } from '@twostroke/shared/contracts/paths';
import { useLoaderData, useNavigate } from '@twostroke/shared/router';
import { BikeStand } from '@twostroke/shared/ui/bike-stand';
import { BelowFirstScreen } from '../parts/below-first-screen.tsx';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { Button } from '@twostroke/shared/ui/button';
import { BuyBar } from '../parts/buy-bar.tsx';
import { Head } from '@twostroke/shared/ui/head';
import { HydrateLater } from '@twostroke/shared/ui/hydrate-later';
import { Markdown } from '../parts/markdown/markdown.tsx';
import { Section } from '../parts/section.tsx';
import { Stack } from '@twostroke/shared/ui/stack';
import { SideColumn, TwoColumns } from '@twostroke/shared/ui/two-columns';
import { Container } from '@twostroke/shared/ui/container';
import { formatRupees } from '@twostroke/shared/domain/money';
import { startTransition } from 'react';
import { lazyLoader } from '../model/lazy-loader.ts';
import { formatLitres, fullName, vehicleOfModel } from '../model/model.ts';
import { formatJobTime } from '@twostroke/shared/domain/duration';
import { modesSentence } from '../model/service-mode.ts';
import { AddonChoices } from '../features/choose-service/addon-choices.tsx';
import { ServiceCells, isRegular } from '../features/choose-service/service-cells.tsx';
import { ServicePrice } from '../features/choose-service/service-price.tsx';
import { useService } from '../features/choose-service/use-service.ts';
import { DepthCards } from '../features/compare-services/depth-cards.tsx';
import { NextFreeLine } from '../features/find-free-time/next-free-line.tsx';
import { todayOf } from '../features/find-free-time/read-next-free.ts';
import { DueSticker } from '../features/plan-next-service/due-sticker.tsx';
import { Exclusions } from '../features/print-job-card/exclusions.tsx';
import { PrintedJobCard } from '../features/print-job-card/printed-job-card.tsx';
import styles from './bike-head.module.css';
import type { ServicePackageData } from './service-package.loader.ts';

export { live } from './service-package.live.ts';
export { handle } from './service-package.handle.ts';

export const loader = lazyLoader(() => import(/* webpackChunkName: "loaders" */ './service-package.loader.ts'));

export function Component() {
  const { model, text, offer, offers, addons, lines, live: next } = useLoaderData<ServicePackageData>();
  const navigate = useNavigate();
  const vehicle = vehicleOfModel(model);
  const service = useService({ vehicle, offer, addons });
  const pageOf = (slug: string) => paths.servicePackage(model.brands.slug, model.slug, slug);
  const siblings = offers.filter(({ category_slug }) => category_slug === 'periodic-service');
  const compared = offer.category_slug === 'periodic-service' && siblings.length > 1;
  const withNewParts = new Set(addons.find(({ addon_slug }) => addon_slug === 'air-filter')?.included_in);
  const leftOut = new Set(
    lines.flatMap(({ kind, addon_slug }) => (kind === 'excluded' && addon_slug ? [addon_slug] : [])),
  );
  const title = `${text.short_name} for ${model.name}`;
  const book = () => {
    startTransition(service.ensure); // this page, which is left, need not show it first
    void navigate(paths.bookService());
  };
  return (
    <>
      <Head
        title={`${text.short_name} for ${fullName(model)} in Pune, ${formatRupees(offer.price)}`}
        description={`${text.lead} ${offer.price_is_from ? 'From ' : ''}${formatRupees(offer.price)} with GST for the ${fullName(model)}, ${formatJobTime(offer)}.`}
        canonicalPath={pageOf(offer.package_slug)}
      />
      <Container>
        <Breadcrumbs
          crumbs={[
            { label: 'Services', to: paths.services() },
            { label: text.categories.title, to: paths.serviceCategory(text.categories.slug) },
            { label: fullName(model), to: paths.bike(model.brands.slug, model.slug) },
            { label: text.short_name },
          ]}
        />
        <div className={styles.head}>
          <div className={styles.words}>
            <h1>{title}</h1>
            <p className={styles.lead}>{text.lead}</p>
            <p>{modesSentence(offer.modes)}</p>
          </div>
          <BikeStand body={model.body} />
        </div>
        <ServiceCells offer={offer} model={model} />
        <TwoColumns wide className={styles.columns}>
          <Stack gap="l">
            <HydrateLater>
              <PrintedJobCard lines={lines} checks={offer.checks} aside="You get it ticked" />
            </HydrateLater>
            <BelowFirstScreen>
              <Exclusions lines={lines} pageOf={pageOf} />
              {compared && (
                <Section near title="Which of the three?">
                  <DepthCards
                    depths={siblings.map((one) => ({
                      slug: one.package_slug,
                      name: one.short_name,
                      to: one.package_slug === offer.package_slug ? null : pageOf(one.package_slug),
                      checks: one.checks ?? 0,
                      rupees: one.price,
                      from: one.price_is_from,
                      facts: [
                        formatJobTime(one),
                        one.oil_included ? `${formatLitres(model.oil_litres)} of oil` : 'Oil top-up',
                        withNewParts.has(one.package_slug) ? 'New filter, plug' : 'Filter, plug cleaned',
                      ],
                    }))}
                  />
                </Section>
              )}
              <Section near title={`About the ${text.short_name}`}>
                <Markdown text={text.story} />
              </Section>
            </BelowFirstScreen>
          </Stack>
          <SideColumn sticky>
            <HydrateLater>
              <ServicePrice
                offer={offer}
                inCart={service.inCart}
                addonsInCart={service.addonsInCart}
                quantityOf={service.quantityOf}
                together={service.together}
                onBook={book}
                onAdd={service.add}
              >
                <NextFreeLine mode={offer.modes[0] ?? 'workshop'} next={next} />
              </ServicePrice>
              <BelowFirstScreen>
                <AddonChoices
                  key={offer.package_slug + model.id}
                  packageSlug={offer.package_slug}
                  addons={addons}
                  chosen={service.addonsInCart}
                  leftOut={leftOut}
                  onToggle={service.toggleAddon}
                />
                {isRegular(offer) && offer.oil_included && (
                  <DueSticker
                    today={todayOf(next)}
                    intervalKm={model.interval_km}
                    intervalMonths={model.interval_months}
                  />
                )}
              </BelowFirstScreen>
            </HydrateLater>
          </SideColumn>
        </TwoColumns>
      </Container>
      <BuyBar
        rupees={service.together}
        from={offer.price_is_from}
        note={`${withAddons(service.addonsInCart.length) ?? formatJobTime(offer)}, GST included`}
      >
        <Button onClick={book} data-leads-to={paths.bookService()}>
          Book a time
        </Button>
      </BuyBar>
    </>
  );
}

function withAddons(count: number): string | null {
  return count > 0 ? `With ${count} ${count === 1 ? 'add-on' : 'add-ons'}` : null;
}
