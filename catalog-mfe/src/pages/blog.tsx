import { paths } from '@twostroke/shared/contracts/paths';
import { useLoaderData } from '@twostroke/shared/router';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { Dado } from '../parts/dado.tsx';
import { EmptyState } from '@twostroke/shared/ui/empty-state';
import { Head } from '@twostroke/shared/ui/head';
import { chain, oil, spanner, tyre } from '@twostroke/shared/ui/service-icons';
import { Stack } from '@twostroke/shared/ui/stack';
import { Text } from '@twostroke/shared/ui/text';
import { Container } from '@twostroke/shared/ui/container';
import { lazyLoader } from '../model/lazy-loader.ts';
import { PostList } from '../features/list-posts/post-list.tsx';
import type { loader as load } from './blog.loader.ts';
import styles from './blog.module.css';

export const loader = lazyLoader(() => import(/* webpackChunkName: "loaders" */ './blog.loader.ts'));

export function Component() {
  const posts = useLoaderData<typeof load>();
  return (
    <Container>
      <Head
        title="Bike care blog: from the workshop bench in Pune"
        description="Chain, oil, brakes, monsoon, bills: what we tell customers at the counter, written down by the people who do the work."
        canonicalPath={paths.blog()}
      />
      <Breadcrumbs crumbs={[{ label: 'Home', to: paths.home() }, { label: 'Blog' }]} />
      <Stack gap="s">
        <h1>Bike care blog: from the workshop bench</h1>
        <Dado objects={[spanner, oil, chain, tyre]} />
        <Text size="lead">What we tell customers at the counter, written down.</Text>
      </Stack>
      <div className={styles.posts}>
        {posts.length > 0 ? (
          <PostList posts={posts} />
        ) : (
          <EmptyState title="No articles yet">We are at the bench. Come back in a few days.</EmptyState>
        )}
      </div>
    </Container>
  );
}
