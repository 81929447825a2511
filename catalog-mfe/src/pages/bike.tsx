import { formatKm } from '@twostroke/shared/domain/figures';
import { paths } from '@twostroke/shared/contracts/paths';
import { formatRupees } from '@twostroke/shared/domain/money';
import { useLoaderData } from '@twostroke/shared/router';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { BikeStand } from '@twostroke/shared/ui/bike-stand';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Head } from '@twostroke/shared/ui/head';
import { Note } from '@twostroke/shared/ui/note';
import { Row } from '@twostroke/shared/ui/row';
import { Section, SectionHead } from '../parts/section.tsx';
import { Stack } from '@twostroke/shared/ui/stack';
import { SideColumn, TwoColumns } from '@twostroke/shared/ui/two-columns';
import { Container } from '@twostroke/shared/ui/container';
import { firstLook } from '../model/first-look.ts';
import { fullName, vehicleOfModel } from '../model/model.ts';
import { lineOfOffer } from '../model/service-line.ts';
import { AddonTable } from '../features/choose-service/addon-table.tsx';
import { BikeCells } from '../features/choose-service/bike-cells.tsx';
import { MyBikeButton } from '../features/choose-service/my-bike-button.tsx';
import { ServicesTable } from '../features/list-services/services-table.tsx';
import { DueDial } from '../features/plan-next-service/due-dial.tsx';
import styles from './bike-head.module.css';
import type { BikeData } from './bike.loader.ts';

export { loader } from './bike.loader.ts';

export function Component() {
  const { model, offers, addons, categories } = useLoaderData<BikeData>();
  const vehicle = vehicleOfModel(model);
  const lines = offers.map((offer) => lineOfOffer(offer, vehicle));
  const usual = lines.find(({ slug }) => slug === 'general-service') ?? lines[0];
  return (
    <Container>
      <Head
        title={`${fullName(model)} service in Pune: prices and times`}
        description={`${lines.length} services for the ${fullName(model)}${usual?.rupees ? `, ${usual.name} ${formatRupees(usual.rupees)}` : ''}, GST included. Every ${formatKm(model.interval_km)}. At your gate, with pickup, or at the workshop.`}
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
            {usual?.rupees && (
              <ButtonLink to={usual.to}>
                {usual.name} {formatRupees(usual.rupees)}
              </ButtonLink>
            )}
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
            <Stack gap="l">
              {categories
                .map(({ slug, title }) => ({ slug, title, rows: lines.filter((line) => line.categorySlug === slug) }))
                .filter(({ rows }) => rows.length > 0)
                .map(({ slug, title, rows }) => (
                  <ServicesTable
                    key={slug}
                    caption={<Anchor to={paths.serviceCategory(slug)}>{title}</Anchor>}
                    lines={rows}
                  />
                ))}
            </Stack>
            <Section
              title="Add-ons that fit"
              intro="Small things that go with a service. Choose them on the page of the service."
            >
              <AddonTable addons={addons} bikeName={model.name} />
            </Section>
          </div>
          <SideColumn sticky>
            <DueDial intervalKm={model.interval_km} />
          </SideColumn>
        </TwoColumns>
      </Section>
    </Container>
  );
}
