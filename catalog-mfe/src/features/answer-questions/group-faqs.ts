import type { Faq } from './load-faqs.ts';

export interface FaqTopic {
  /** For the address: `prices-and-payment`. */
  id: string;
  topic: string;
  faqs: Faq[];
}

/** Questions by topic; topics and questions in their original order. */
export function groupFaqs(faqs: readonly Faq[]): FaqTopic[] {
  const topics = new Map<string, FaqTopic>();
  for (const faq of faqs) {
    const id = faq.topic.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    const group = topics.get(id) ?? { id, topic: faq.topic, faqs: [] };
    group.faqs.push(faq);
    topics.set(id, group);
  }
  return [...topics.values()];
}
