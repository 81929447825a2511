import { paths } from '@twostroke/shared/contracts/paths';
import { useLoaderData } from '@twostroke/shared/router';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { Head } from '@twostroke/shared/ui/head';
import { tableOfContents } from '../parts/markdown/markdown.tsx';
import { Section } from '../parts/section.tsx';
import { TableOfContents } from '../parts/markdown/table-of-contents.tsx';
import { spanner } from '@twostroke/shared/ui/service-icons';
import { Container } from '@twostroke/shared/ui/container';
import { lazyLoader } from '../model/lazy-loader.ts';
import { categoryObject } from '../features/list-services/category-object.ts';
import { PostList } from '../features/list-posts/post-list.tsx';
import { PackageCallToAction } from '../features/price-package/package-call-to-action.tsx';
import { Article } from '../features/read-post/article.tsx';
import type { loader as load } from './post.loader.ts';
import styles from './post.module.css';

export { handle } from './post.handle.ts';

export const loader = lazyLoader(() => import(/* webpackChunkName: "loaders" */ './post.loader.ts'));

export function Component() {
  const { post, service, further } = useLoaderData<typeof load>();
  return (
    <Container>
      <Head title={post.title} description={post.lead} canonicalPath={paths.post(post.slug)} type="article" />
      <Breadcrumbs
        crumbs={[{ label: 'Home', to: paths.home() }, { label: 'Blog', to: paths.blog() }, { label: post.title }]}
      />
      <div className={styles.page}>
        <div className={styles.text}>
          <Article post={post} object={service ? categoryObject(service.category_slug) : spanner} />
        </div>
        <div className={styles.contents}>
          <TableOfContents headings={tableOfContents(post.body)} />
        </div>
        {service && (
          <div className={styles.offer}>
            <PackageCallToAction title="Let us do it" service={service} />
          </div>
        )}
      </div>
      {further.length > 0 && (
        <Section title="Read on">
          <PostList posts={further} level={3} />
        </Section>
      )}
    </Container>
  );
}
