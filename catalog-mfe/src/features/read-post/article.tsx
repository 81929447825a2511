import { formatDate } from '@twostroke/shared/domain/calendar';
import { Markdown, tableOfContents } from '../../parts/markdown/markdown.tsx';
import { Text } from '@twostroke/shared/ui/text';
import styles from './article.module.css';
import { FoldedContents } from './folded-contents.tsx';
import type { Post } from './load-post.ts';

/** The article itself: title, lead, author and date, text. */
export function Article({ post }: { post: Post }) {
  return (
    <article className={styles.article}>
      <h1>{post.title}</h1>
      <Text size="lead">{post.lead}</Text>
      <Text size="small">
        By {post.author}. {post.readingMinutes} min read. Updated{' '}
        <time dateTime={post.updatedDate}>{formatDate(post.updatedDate)}</time>
      </Text>
      <FoldedContents headings={tableOfContents(post.body)} />
      <Markdown text={post.body} />
    </article>
  );
}
