import type { ReactNode } from 'react';
import { Disclosure } from '@twostroke/shared/ui/disclosure';
import type { HeadingLevel } from '@twostroke/shared/ui/heading';
import styles from './faq-list.module.css';

export interface FaqListProps {
  faqs: readonly { id: string | number; question: string; answer: ReactNode }[];
  /** Level of the questions' headings, 3 by default. */
  level?: Exclude<HeadingLevel, 1>;
  /** The first answer is open at first. */
  firstOpen?: boolean;
}

/** Questions with answers to open, under a dark rule. */
export function FaqList({ faqs, level = 3, firstOpen }: FaqListProps) {
  const Question = `h${level}` as const;
  return (
    <div className={styles.list}>
      {faqs.map((faq, index) => (
        <Disclosure
          key={faq.id}
          id={`faq-${faq.id}`}
          open={firstOpen && index === 0}
          summary={<Question className={styles.question}>{faq.question}</Question>}
        >
          {faq.answer}
        </Disclosure>
      ))}
    </div>
  );
}
