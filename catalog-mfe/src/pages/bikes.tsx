import { paths } from '@twostroke/shared/contracts/paths';
import { matchModels } from '@twostroke/shared/domain/match-models';
import { useLoaderData, useLocation, useNavigate, useSearchParams } from '@twostroke/shared/router';
import { BelowFirstScreen } from '../parts/below-first-screen.tsx';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { Dado } from '../parts/dado.tsx';
import { Button } from '@twostroke/shared/ui/button';
import { EmptyState } from '@twostroke/shared/ui/empty-state';
import { Head } from '@twostroke/shared/ui/head';
import { chain, gauge, tyre } from '@twostroke/shared/ui/service-icons';
import { Section } from '../parts/section.tsx';
import { Container } from '@twostroke/shared/ui/container';
import { useCallback, useState } from 'react';
import { lazyLoader } from '../model/lazy-loader.ts';
import { bodyTypes } from '../model/body-type.ts';
import { BrandModels } from '../features/find-model/brand-models.tsx';
import { ModelFinder } from '../features/find-model/model-finder.tsx';
import { LazyUnlistedBikeDialog } from '../features/request-callback/lazy-callback.tsx';
import styles from './bikes.module.css';
import type { BikesData } from './bikes.loader.ts';

export const loader = lazyLoader(() => import(/* webpackChunkName: "loaders" */ './bikes.loader.ts'));

export function Component() {
  const { brands, models, prices } = useLoaderData<BikesData>();
  const [search] = useSearchParams();
  const [typed, setTyped] = useState('');
  const [unlisted, setUnlisted] = useState(false);
  const { hash, pathname, search: query } = useLocation();
  const navigate = useNavigate();
  const asked = paths.callBack().endsWith(hash) && hash !== '';
  const closeUnlisted = useCallback(() => {
    setUnlisted(false);
    if (asked) void navigate(pathname + query, { replace: true, preventScrollReset: true });
  }, [asked, navigate, pathname, query]);
  const type = bodyTypes.find(({ body }) => body === search.get('body'));
  const names = Object.fromEntries(brands.map(({ slug, name }) => [slug, name]));
  const found = matchModels(models, typed, names).filter(({ body }) => !type || body === type.body);
  const searched = typed.trim() !== '' || type !== undefined;
  const words = found.length === 1 ? '1 model' : `${found.length} models`;
  return (
    <Container>
      <Head
        title={`Bikes and scooters we service: ${models.length} models, six brands`}
        description="Find your Honda, Royal Enfield, TVS, Hero, KTM or Yamaha and see what each service costs and how long it takes. Prices by engine size, GST included."
        canonicalPath={paths.bikes()}
      />
      <Breadcrumbs crumbs={[{ label: 'Home', to: paths.home() }, { label: 'Bikes' }]} />
      <div className={styles.head}>
        <h1>Bikes we service</h1>
        <Dado objects={[tyre, chain, gauge]} />
        <p className={styles.lead}>{models.length} models. Type yours, or look under the brand.</p>
        <ModelFinder typed={typed} onType={setTyped} body={type?.body ?? null} found={searched ? words : ''} />
      </div>
      <BelowFirstScreen>
        {brands.map((brand) => {
          const own = found.filter(({ brand_slug }) => brand_slug === brand.slug);
          return (
            own.length > 0 && <BrandModels key={brand.slug} brand={brand} models={own} prices={prices} all={searched} />
          );
        })}
        <Section>
          <EmptyState
            title={found.length > 0 ? 'Your bike is not here?' : 'No model of ours fits this'}
            body={found.length > 0 ? null : 'commuter'}
            actions={
              <Button variant="line" onClick={() => setUnlisted(true)}>
                Ask for a call back
              </Button>
            }
          >
            Tell us the brand and model. A person calls you back in our hours, with a price or an honest no.
          </EmptyState>
        </Section>
      </BelowFirstScreen>
      <LazyUnlistedBikeDialog open={unlisted || asked} onClose={closeUnlisted} />
    </Container>
  );
}
