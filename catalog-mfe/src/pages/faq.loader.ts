import type { PageHandle } from '@twostroke/shared/contracts/module';
import { faqJsonLd } from '../features/answer-questions/faq-json-ld.ts';
import { loadFaqs, type Faq } from '../features/answer-questions/load-faqs.ts';

export const loader = loadFaqs;

export const handle: PageHandle = {
  jsonLd: (faqs: Faq[]) => faqJsonLd(faqs),
};
