import type { DatabaseEnum } from './database-enum.ts';

type ConcernAnswer = DatabaseEnum<'concern_answer'>;

const words: Readonly<Record<ConcernAnswer, string>> = {
  found_and_fixed: 'Found and fixed',
  found_see_line: 'Found, see the line',
  not_found: 'Not found',
};

/** What became of what the customer wrote: "Not found. The pads are new." */
export function concernWords({ answer, answer_note }: { answer: ConcernAnswer; answer_note: string | null }): string {
  return answer_note ? `${words[answer]}. ${answer_note}` : words[answer];
}
