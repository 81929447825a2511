import { markdownWords } from '../../parts/markdown/markdown.tsx';
import type { Faq } from './load-faqs.ts';

/** The questions for search engines, answers as plain words. */
export function faqJsonLd(faqs: readonly Faq[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: markdownWords(answer) },
    })),
  };
}
