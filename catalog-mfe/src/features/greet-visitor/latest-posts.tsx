import { paths } from '@twostroke/shared/contracts/paths';
import { Anchor } from '@twostroke/shared/ui/anchor';
import styles from './latest-posts.module.css';

export interface PostTeaser {
  slug: string;
  title: string;
  lead: string;
  reading_minutes: number;
}

/** Three articles from the bench. */
export function LatestPosts({ posts }: { posts: readonly PostTeaser[] }) {
  return (
    <div className={styles.posts}>
      {posts.map(({ slug, title, lead, reading_minutes }) => (
        <Anchor key={slug} to={paths.post(slug)} className={styles.post}>
          <h3>{title}</h3> <span className={styles.lead}>{lead}</span>{' '}
          <span className={styles.time}>{reading_minutes} min read</span>
        </Anchor>
      ))}
    </div>
  );
}
