import type { FaqTopic } from './group-faqs.ts';
import styles from './topic-links.module.css';

/** Links to the topics further down the page. */
export function TopicLinks({ topics }: { topics: readonly FaqTopic[] }) {
  return (
    <nav aria-label="Topics">
      <ul className={styles.links}>
        {topics.map(({ id, topic, faqs }) => (
          <li key={id}>
            <a href={`#${id}`}>
              {topic} <span className={styles.count}>{faqs.length}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
