import { read } from '@twostroke/shared/client';
import { loadMarkdownParser } from '../../parts/markdown/load-markdown-parser.ts';
import type { MarkdownText } from '../../model/markdown-source.ts';

export interface Faq {
  id: number;
  topic: string;
  question: string;
  answer: MarkdownText;
}

/** All questions in their order. @throws AppError */
export async function loadFaqs(): Promise<Faq[]> {
  const [rows, parse] = await Promise.all([
    read((db) => db.from('faqs').select('id,topic,question,answer_md').order('sort').order('id')),
    loadMarkdownParser(),
  ]);
  return rows.map(({ id, topic, question, answer_md }) => ({ id, topic, question, answer: parse(answer_md) }));
}
