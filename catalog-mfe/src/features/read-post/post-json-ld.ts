import { paths } from '@twostroke/shared/contracts/paths';
import { shop } from '@twostroke/shared/domain/shop';
import type { Post } from './load-post.ts';

/** An article for search engines. */
export function postJsonLd(post: Post): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.lead,
    author: { '@type': 'Person', name: post.author },
    publisher: { '@type': 'Organization', name: shop.name },
    dateModified: post.updatedDate,
    timeRequired: `PT${post.readingMinutes}M`,
    inLanguage: 'en-IN',
    mainEntityOfPage: paths.post(post.slug),
  };
}
