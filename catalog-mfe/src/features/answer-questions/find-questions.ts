import { markdownWords } from '../../parts/markdown/markdown.tsx';
import type { Faq } from './load-faqs.ts';

/** The questions that have every typed word, in the question or in its answer; all of them while nothing is typed. */
export function findQuestions(faqs: readonly Faq[], typed: string): Faq[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return faqs.filter(({ question, answer }) => {
    const text = `${question} ${markdownWords(answer)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
