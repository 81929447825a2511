import { formatDate } from '@twostroke/shared/domain/calendar';
import { Dado } from '../../parts/dado.tsx';
import { Markdown, tableOfContents } from '../../parts/markdown/markdown.tsx';
import { Text } from '@twostroke/shared/ui/text';
import styles from './article.module.css';
import { FoldedContents } from './folded-contents.tsx';
import type { Post } from './load-post.ts';

export interface ArticleProps {
  post: Post;
  /** What it is about: the path of an icon. */
  object: string;
}

/** The article itself: title, lead, author and date, text. */
export function Article({ post, object }: ArticleProps) {
  return (
    <article className={styles.article}>
      <h1>{post.title}</h1>
      <Dado objects={[object]} />
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
