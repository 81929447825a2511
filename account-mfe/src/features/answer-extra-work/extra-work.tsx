import {
  extraWorkAnswers,
  extraWorkLine,
  limitWords,
  type ExtraWork as Line,
} from '@twostroke/shared/domain/extra-work';
import { formatRupees } from '@twostroke/shared/domain/money';
import { YesNoList } from '@twostroke/shared/ui/yes-no-list';

export interface ExtraWorkProps {
  lines: readonly Line[];
  /** Rupees of extra work that need no question. */
  limit: number;
  /** Rupees of it that are used. */
  used: number;
}

/**
 * Extra work that is answered, by its customer or by the limit. What is not done costs ₹0, as on the invoice. Renders
 * nothing without any.
 */
export function ExtraWork({ lines, limit, used }: ExtraWorkProps) {
  const answered = lines
    .filter(({ status }) => status !== 'proposed')
    .map((line) => ({ ...extraWorkLine(line), ...(line.status !== 'approved' && { price: formatRupees(0) }) }));
  if (answered.length === 0) return null;
  return <YesNoList title="Extra work" lines={answered} foot={limitWords(limit, used)} words={extraWorkAnswers} />;
}
