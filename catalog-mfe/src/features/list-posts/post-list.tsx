import { paths } from '@twostroke/shared/contracts/paths';
import { formatDate } from '@twostroke/shared/domain/calendar';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Heading } from '@twostroke/shared/ui/heading';
import type { PostLine } from './load-posts.ts';
import { PostPicture } from './post-picture.tsx';
import styles from './post-list.module.css';

export interface PostListProps {
  posts: readonly PostLine[];
  /** Level of the titles, 2 by default. */
  level?: 2 | 3;
}

/** Articles with their lead, each a link as a whole. */
export function PostList({ posts, level = 2 }: PostListProps) {
  return (
    <ul className={styles.list}>
      {posts.map((post) => (
        <li key={post.slug}>
          <Anchor to={paths.post(post.slug)} className={styles.post}>
            <PostPicture slug={post.slug} />
            <div className={styles.words}>
              <Heading level={level} className={styles.title}>
                {post.title}
              </Heading>
              <p className={styles.lead}>{post.lead}</p>
              <p className={styles.facts}>
                {post.readingMinutes} min read. Updated {formatDate(post.updatedDate)}
              </p>
            </div>
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
