import { loadFaqs } from '../features/answer-questions/load-faqs.ts';

export const loader = loadFaqs;
