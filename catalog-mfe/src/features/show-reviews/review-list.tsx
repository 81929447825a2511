import { paths } from '@twostroke/shared/contracts/paths';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Card } from '@twostroke/shared/ui/card';
import type { Review } from './load-reviews.ts';
import styles from './review-list.module.css';
import { Stars } from './stars.tsx';

export interface ReviewListProps {
  reviews: readonly Review[];
  /** Leaves out the area, on the page of that area. */
  withoutArea?: boolean;
}

/** Reviews as paper cards; each invented one is marked on its own card. */
export function ReviewList({ reviews, withoutArea }: ReviewListProps) {
  return (
    <ul className={styles.list}>
      {reviews.map((review) => (
        <li key={review.id}>
          <Card as="article" className={styles.review}>
            <Stars count={review.stars} />
            <p>{review.body}</p>
            <p className={styles.who}>
              <b>{review.name}</b>, {review.bike}
              {!withoutArea && (
                <>
                  , <Anchor to={paths.area(review.area.slug)}>{review.area.name}</Anchor>
                </>
              )}
              {review.isSample && <span className={styles.sample}>Sample review</span>}
            </p>
          </Card>
        </li>
      ))}
    </ul>
  );
}
