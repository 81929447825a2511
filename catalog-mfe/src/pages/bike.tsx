import { formatJobTime } from '@twostroke/shared/domain/duration';
import { formatKm } from '@twostroke/shared/domain/figures';
import { paths } from '@twostroke/shared/contracts/paths';
import { formatRupees } from '@twostroke/shared/domain/money';
import { useLoaderData, useNavigate } from '@twostroke/shared/router';
import { BikeStand } from '@twostroke/shared/ui/bike-stand';
import { BelowFirstScreen } from '../parts/below-first-screen.tsx';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { Button } from '@twostroke/shared/ui/button';
import { BuyBar } from '../parts/buy-bar.tsx';
import { Head } from '@twostroke/shared/ui/head';
import { Note } from '@twostroke/shared/ui/note';
import { Row } from '@twostroke/shared/ui/row';
import { Section, SectionHead } from '../parts/section.tsx';
import { SideColumn, TwoColumns } from '@twostroke/shared/ui/two-columns';
import { Container } from '@twostroke/shared/ui/container';
import { startTransition } from 'react';
import { lazyLoader } from '../model/lazy-loader.ts';
import { firstLook } from '../model/first-look.ts';
import { fullName, vehicleOfModel } from '../model/model.ts';
import type { Offer } from '../model/offer.ts';
import { lineOfOffer } from '../model/service-line.ts';
import { AddonList } from '../features/choose-service/addon-list.tsx';
import { BikeCells } from '../features/choose-service/bike-cells.tsx';
import { MyBikeButton } from '../features/choose-service/my-bike-button.tsx';
import { ensureInCart } from '../features/choose-service/use-service.ts';
import { UsualService } from '../features/choose-service/usual-service.tsx';
import { ServicesTable } from '../features/list-services/services-table.tsx';
import { DueDial } from '../features/plan-next-service/due-dial.tsx';
import styles from './bike-head.module.css';
import type { BikeData } from './bike.loader.ts';

export const loader = lazyLoader(() => import(/* webpackChunkName: "loaders" */ './bike.loader.ts'));

export function Component() {
  const { model, offers, addons, categories } = useLoaderData<BikeData>();
  const vehicle = vehicleOfModel(model);
  const navigate = useNavigate();
  const lines = offers.map((offer) => lineOfOffer(offer, vehicle));
  const usual = offers.find(({ package_slug }) => package_slug === 'general-service') ?? offers[0];
  const pageOf = ({ package_slug }: Offer) => paths.servicePackage(model.brands.slug, model.slug, package_slug);
  const book = () => {
    // This page, which is left, need not show it first.
    if (usual) startTransition(() => ensureInCart({ vehicle, offer: usual, addons }));
    void navigate(paths.bookService());
  };
  return (
    <>
      <Container>
        <Head
          title={`${fullName(model)} service in Pune: prices and times`}
          description={`${lines.length} services for the ${fullName(model)}${usual ? `, ${usual.short_name} ${formatRupees(usual.price)}` : ''}, GST included. Every ${formatKm(model.interval_km)}. At your gate, with pickup, or at the workshop.`}
          canonicalPath={paths.bike(model.brands.slug, model.slug)}
        />
        <Breadcrumbs
          crumbs={[
            { label: 'Bikes', to: paths.bikes() },
            { label: model.brands.name, to: paths.brand(model.brands.slug) },
            { label: model.name },
          ]}
        />
        <div className={styles.head}>
          <div className={styles.words}>
            <h1>{fullName(model)}</h1>
            <p className={styles.lead}>
              {firstLook[model.body]} Serviced every {formatKm(model.interval_km)} or {model.interval_months} months it
              stays a good bike for long.
            </p>
            <Row>
              <MyBikeButton vehicle={vehicle} />
            </Row>
          </div>
          <BikeStand body={model.body} />
        </div>
        <BikeCells model={model} />
        {model.note && (
          <Note className={styles.note}>
            <p>{model.note}</p>
          </Note>
        )}
        <Section>
          <TwoColumns wide>
            <div>
              <SectionHead
                title={`Rates for ${model.name}`}
                intro="GST included. The price you pay unless you agree to more."
              />
              <BelowFirstScreen>
                <ServicesTable
                  caption={`Services for ${model.name}`}
                  groups={categories
                    .map(({ slug, title }) => ({
                      slug,
                      title,
                      to: paths.serviceCategory(slug),
                      lines: lines.filter((line) => line.categorySlug === slug),
                    }))
                    .filter((group) => group.lines.length > 0)}
                />
                <Section
                  title="Add-ons that fit"
                  intro="Small things that go with a service. Choose them on the page of the service."
                >
                  <AddonList addons={addons} />
                </Section>
              </BelowFirstScreen>
            </div>
            <SideColumn sticky>
              {usual && (
                <div className={styles.onWide}>
                  <UsualService offer={usual} to={pageOf(usual)} onBook={book} />
                </div>
              )}
              <DueDial intervalKm={model.interval_km} />
            </SideColumn>
          </TwoColumns>
        </Section>
      </Container>
      {usual && (
        <BuyBar rupees={usual.price} from={usual.price_is_from} note={`${usual.short_name}, ${formatJobTime(usual)}`}>
          <Button onClick={book} data-leads-to={paths.bookService()}>
            Book a time
          </Button>
        </BuyBar>
      )}
    </>
  );
}
