import { toAppError } from '@twostroke/shared/client';
import { answerExtraWork } from '@twostroke/shared/api/bookings';
import {
  answeredWords,
  extraWorkAnswers,
  extraWorkLine,
  limitWords,
  type ExtraWork as Line,
} from '@twostroke/shared/domain/extra-work';
import { notify } from '@twostroke/shared/state';
import { YesNoList } from '@twostroke/shared/ui/yes-no-list';
import { explain } from '../../messages.ts';

export interface ExtraWorkProps {
  lines: readonly Line[];
  /** Rupees of extra work that need no question. */
  limit: number;
  /** The token of a guest's link; a member needs none. */
  token?: string | undefined;
  /** Reloads the booking after an answer, or one that came too late. */
  onAnswered: () => void | Promise<void>;
}

/** Extra work found on the bike, which needs the customer's approval. Renders nothing without lines. */
export function ExtraWork({ lines, limit, token, onAnswered }: ExtraWorkProps) {
  if (lines.length === 0) return null;
  return (
    <YesNoList
      title="Extra work"
      lines={lines.map(extraWorkLine)}
      foot={limitWords(lines, limit)}
      words={extraWorkAnswers}
      onAnswer={async (id, yes) => {
        try {
          await answerExtraWork(id, yes, token ? { manage_token: token } : {});
          void notify(answeredWords(lines, id, yes));
        } catch (thrown) {
          // It was answered elsewhere. Without a network a reload would replace the page.
          if (toAppError(thrown).code === 'conflict') await onAnswered();
          return explain(thrown);
        }
        await onAnswered();
        return null;
      }}
    />
  );
}
