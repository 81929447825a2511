import { paths } from '@twostroke/shared/contracts/paths';
import { useLoaderData } from '@twostroke/shared/router';
import { BikeStand } from '@twostroke/shared/ui/bike-stand';
import { BelowFirstScreen } from '../parts/below-first-screen.tsx';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { Head } from '@twostroke/shared/ui/head';
import { Markdown } from '../parts/markdown/markdown.tsx';
import { Section } from '../parts/section.tsx';
import { Stack } from '@twostroke/shared/ui/stack';
import { Text } from '@twostroke/shared/ui/text';
import { Container } from '@twostroke/shared/ui/container';
import { lazyLoader } from '../model/lazy-loader.ts';
import { ModelRow } from '../features/find-model/model-row.tsx';
import { BrandPrices } from '../features/introduce-brand/brand-prices.tsx';
import { popularPackages } from '../features/introduce-brand/popular-packages.ts';
import styles from './bike-head.module.css';
import type { BrandData } from './brand.loader.ts';

export const loader = lazyLoader(() => import(/* webpackChunkName: "loaders" */ './brand.loader.ts'));

export function Component() {
  const { brand, models, packages, classes, prices } = useLoaderData<BrandData>();
  const drives = new Set(models.map(({ body }) => (body === 'scooter' ? 'belt_cvt' : 'chain')));
  return (
    <Container>
      <Head
        title={`${brand.name} service in Pune`}
        description={`${brand.positioning} Service for ${models.length} ${brand.name} models in south-east Pune, prices by engine size with GST, at your gate or at our workshop.`}
        canonicalPath={paths.brand(brand.slug)}
      />
      <Breadcrumbs crumbs={[{ label: 'Bikes', to: paths.bikes() }, { label: brand.name }]} />
      <div className={styles.head}>
        <div className={styles.words}>
          <h1>{brand.name} service in south-east Pune</h1>
          <p className={styles.lead}>{brand.positioning}</p>
        </div>
        <BikeStand body={models[0]?.body ?? 'commuter'} />
      </div>
      <BelowFirstScreen>
        <Section
          title={`${models.length} ${brand.name} models`}
          intro="Choose yours and see every service with its price."
        >
          <ModelRow models={models} prices={prices} />
        </Section>
        <Section title="Popular services" intro="By engine size, GST included.">
          <BrandPrices brandName={brand.name} packages={popularPackages(packages, drives)} classes={classes} />
        </Section>
        <Section title={`${brand.name} in Pune`}>
          <Stack>
            <Markdown text={brand.story} />
            <Text size="small" muted>
              Ridden here by: {brand.owners.charAt(0).toLowerCase() + brand.owners.slice(1)}. We are an independent
              workshop, not the maker's dealer.
            </Text>
          </Stack>
        </Section>
      </BelowFirstScreen>
    </Container>
  );
}
