import type { JobCardLine } from '@twostroke/shared/api/bookings';
import { Choice } from '@twostroke/shared/ui/choice';
import { Choices } from '@twostroke/shared/ui/choices';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { useState } from 'react';
import { explain } from '../../messages.ts';
import { answerWords, concernAnswers } from '../../model/findings.ts';
import { markJob } from './mark-job.ts';

export interface ConcernAnswerProps {
  booking: string;
  line: JobCardLine;
  onChanged: () => Promise<void>;
}

/** What the customer wrote, with the three answers that it may have. */
export function ConcernAnswer({ booking, line: { line, label, answer, answer_note }, onChanged }: ConcernAnswerProps) {
  const [chosen, setChosen] = useState<typeof answer>(null);
  const [problem, setProblem] = useState<string | null>(null);
  async function choose(next: NonNullable<typeof answer>): Promise<void> {
    setChosen(next);
    const note = answer_note ? { note: answer_note } : {};
    const rejected = await markJob(booking, { kind: 'concern', line, answer: next, ...note }).then(() => null, explain);
    if (rejected) setChosen(null); // so that the same press can be made again at once
    setProblem(rejected);
    await onChanged();
    setChosen(null);
  }
  return (
    <div>
      <Choices legend={`The customer wrote: ${label}`} dense>
        {concernAnswers.map((each) => (
          <Choice
            key={each}
            name={`concern-${line}`}
            title={answerWords[each]}
            checked={(chosen ?? answer) === each}
            onChange={() => void choose(each)}
          />
        ))}
      </Choices>
      <FormProblem sentence={problem} />
    </div>
  );
}
