import type { PageHandle } from '@twostroke/shared/contracts/module';
import { faqJsonLd } from '../features/answer-questions/faq-json-ld.ts';
import type { Faq } from '../features/answer-questions/load-faqs.ts';

export const handle: PageHandle = {
  jsonLd: (faqs: Faq[]) => faqJsonLd(faqs),
};
