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
      hint="If we find a worn part we show it to you first. Up to this amount we go on without a call."
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
