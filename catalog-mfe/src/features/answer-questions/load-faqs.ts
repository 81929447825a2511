import { db, read } from '@twostroke/shared/data';

export interface Faq {
  id: number;
  topic: string;
  question: string;
  /** Markdown. */
  answer: string;
}

/** All questions in their order. @throws AppError */
export async function loadFaqs(): Promise<Faq[]> {
  const rows = await read(db().from('faqs').select('id,topic,question,answer_md').order('sort').order('id'));
  return rows.map(({ id, topic, question, answer_md }) => ({ id, topic, question, answer: answer_md }));
}
