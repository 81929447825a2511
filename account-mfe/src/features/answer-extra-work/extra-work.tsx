import { answerExtraWork } from '@twostroke/shared/api/bookings';
import { toAppError } from '@twostroke/shared/client';
import {
  changeOf,
  changeWords,
  extraWorkAnswers,
  extraWorkLine,
  limitWords,
  saidWords,
  type ExtraWork as Line,
} from '@twostroke/shared/domain/extra-work';
import { formatRupees } from '@twostroke/shared/domain/money';
import { haptic, notify } from '@twostroke/shared/state';
import { YesNoList } from '@twostroke/shared/ui/yes-no-list';
import { explain } from '../../messages.ts';
import { answers } from './answers.ts';

export interface ExtraWorkProps {
  lines: readonly Line[];
  /** Rupees of extra work that need no question. */
  limit: number;
  /** Rupees of it that are used. */
  used: number;
  /** `YYYY-MM-DD` */
  today: string;
  /** The token of a guest's link; a member needs none. */
  token?: string | undefined;
  /** An answer was changed, or cannot be changed any more. */
  onChanged: () => void;
}

/**
 * Extra work that is answered, by its customer or by the limit: what was said, and until the work on it begins a button to
 * say something else. What is not done costs ₹0, as on the invoice. Renders nothing without any.
 */
export function ExtraWork({ lines, limit, used, today, token, onChanged }: ExtraWorkProps) {
  const answered = lines
    .filter(({ status }) => status !== 'proposed')
    .map((line) => ({
      ...extraWorkLine(line),
      ...(line.status !== 'approved' && { price: formatRupees(0) }),
      said: saidWords(line, 'You', today),
      change: changeOf(line),
    }));
  if (answered.length === 0) return null;
  const canChange = answered.some(({ change }) => change);
  return (
    <YesNoList
      title="Extra work"
      lines={answered}
      foot={[canChange && changeWords, limitWords(limit, used)].filter(Boolean).join(' ')}
      words={extraWorkAnswers}
      onAnswer={async (id, said) => {
        const line = lines.find((each) => each.id === id);
        const answer = answers.find((each) => each.answer === said);
        if (!line || !answer) return null;
        try {
          await answerExtraWork(line, answer.answer, token ? { manage_token: token } : {});
          haptic('added');
          void notify(answer.done(line.name, formatRupees(line.price)));
        } catch (thrown) {
          haptic('refused');
          if (toAppError(thrown).code === 'conflict') onChanged();
          return explain(thrown);
        }
        onChanged();
        return null;
      }}
    />
  );
}
