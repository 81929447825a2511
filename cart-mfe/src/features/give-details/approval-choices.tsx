import { formatRupees } from '@twostroke/shared/domain/money';
import { Choice } from '@twostroke/shared/ui/choice';
import { Choices } from '@twostroke/shared/ui/choices';

export interface ApprovalChoicesProps {
  /** What the shop lets choose from. */
  limits: readonly number[];
  limit: number;
  onChange: (limit: number) => void;
  error: string | undefined;
}

/** How much extra work we may do without asking. */
export function ApprovalChoices({ limits, limit, onChange, error }: ApprovalChoicesProps) {
  return (
    <Choices
      id="approval_limit"
      legend="Extra work without asking"
      hint="Up to this amount we replace a worn part without asking. Above it we send you a link, and you tap yes or no."
      dense
      error={error}
    >
      {limits.map((one) => (
        <Choice
          key={one}
          name="approval_limit"
          value={one}
          checked={limit === one}
          onChange={() => onChange(one)}
          title={one === 0 ? formatRupees(0) : `Up to ${formatRupees(one)}`}
          note={one === 0 ? 'ask me for everything' : null}
        />
      ))}
    </Choices>
  );
}
