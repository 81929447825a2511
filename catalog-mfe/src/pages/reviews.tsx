import { paths } from '@twostroke/shared/contracts/paths';
import { useLoaderData } from '@twostroke/shared/router';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { Dado } from '../parts/dado.tsx';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { EmptyState } from '@twostroke/shared/ui/empty-state';
import { Head } from '@twostroke/shared/ui/head';
import { edit, shield } from '@twostroke/shared/ui/icons';
import { Stack } from '@twostroke/shared/ui/stack';
import { Text } from '@twostroke/shared/ui/text';
import { Container } from '@twostroke/shared/ui/container';
import { lazyLoader } from '../model/lazy-loader.ts';
import { ReviewList } from '../features/show-reviews/review-list.tsx';
import type { loader as load } from './reviews.loader.ts';
import styles from './reviews.module.css';

export const loader = lazyLoader(() => import(/* webpackChunkName: "loaders" */ './reviews.loader.ts'));

export function Component() {
  const reviews = useLoaderData<typeof load>();
  const samples = reviews.filter(({ isSample }) => isSample).length;
  return (
    <Container>
      <Head
        title="Reviews"
        description="What riders say about our work. For now the reviews on this page are samples, and each one says so."
        canonicalPath={paths.reviews()}
      />
      <Breadcrumbs crumbs={[{ label: 'Home', to: paths.home() }, { label: 'Reviews' }]} />
      <Stack gap="s">
        <h1>Reviews</h1>
        <Dado objects={[edit, shield]} />
        <Text size="lead">What riders say about our work: the job, the price, the hour we came.</Text>
      </Stack>
      {samples > 0 && (
        <Text size="small" muted className={styles.note}>
          <b>{samples === reviews.length ? 'These are samples.' : `${samples} of these are samples.`}</b> We wrote them
          to show how this page works. They go as soon as our customers’ own reviews arrive, so don’t choose us for
          them.
        </Text>
      )}
      {reviews.length > 0 ? (
        <ReviewList reviews={reviews} />
      ) : (
        <EmptyState
          title="No reviews yet"
          actions={
            <ButtonLink variant="line" to={paths.services()}>
              See what we do
            </ButtonLink>
          }
        >
          The first ones stand here once our customers have written them.
        </EmptyState>
      )}
      <div className={styles.after}>
        <Text>
          Had us work on your bike? <b>Tell us what was right and what was not.</b>
        </Text>
        <ButtonLink variant="line" to={`${paths.contact()}#message`}>
          Write to us
        </ButtonLink>
      </div>
    </Container>
  );
}
