import { BelowFirstScreen } from '../../parts/below-first-screen.tsx';
import { FaqList } from '../../parts/faq-list.tsx';
import { Heading } from '@twostroke/shared/ui/heading';
import { Markdown } from '../../parts/markdown/markdown.tsx';
import styles from './faq-topics.module.css';
import type { FaqTopic } from './group-faqs.ts';

/** Questions under their topics; each opens separately and has an id to link to. */
export function FaqTopics({ topics }: { topics: readonly FaqTopic[] }) {
  const showTopic = ({ id, topic, faqs }: FaqTopic) => (
    <section key={id} id={id} aria-labelledby={`${id}-title`} className={styles.topic}>
      <Heading level={2} size="l" id={`${id}-title`}>
        {topic}
      </Heading>
      <FaqList
        faqs={faqs.map((faq) => ({
          id: faq.id,
          question: faq.question,
          answer: <Markdown text={faq.answer} compact />,
        }))}
      />
    </section>
  );
  return (
    <div className={styles.topics}>
      {topics.slice(0, 1).map(showTopic)}
      <BelowFirstScreen>{topics.slice(1).map(showTopic)}</BelowFirstScreen>
    </div>
  );
}
