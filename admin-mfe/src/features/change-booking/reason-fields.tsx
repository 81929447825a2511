import type { ChangeCause } from '@twostroke/shared/api/bookings';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Checkbox } from '@twostroke/shared/ui/checkbox';
import { Field } from '@twostroke/shared/ui/field';
import { Select } from '@twostroke/shared/ui/select';
import { TextInput } from '@twostroke/shared/ui/text-input';
import type { FieldErrors } from '@twostroke/shared/ui/use-submit';
import type { Ref } from 'react';
import { useMay } from '../../model/duty.ts';
import { chargedFor, feeFor, type ReasonChoice } from './staff-reason.ts';

export interface ReasonFieldsProps {
  /** The fee in rupees when the customer asked for the change. */
  fee: number;
  /** The causes that this change may have, and what each means for it. */
  causes: Readonly<Partial<Record<ChangeCause, string>>>;
  errors: FieldErrors;
  chosen: ReasonChoice;
  onChoose: (chosen: ReasonChoice) => void;
  /** The list of causes. */
  first?: Ref<HTMLSelectElement>;
}

/** Who caused a change, its fee, and whether staff waive it. */
export function ReasonFields({ fee, causes, errors, chosen, onChoose, first }: ReasonFieldsProps) {
  const { cause, waived } = chosen;
  const due = feeFor(cause, fee);
  const may = useMay();
  return (
    <>
      <Field label="Who caused the change" error={errors['cause']}>
        <Select
          name="cause"
          ref={first}
          value={cause}
          onChange={(event) => onChoose({ cause: event.target.value as ChangeCause | '', waived: false })}
        >
          <option value="">Choose</option>
          {Object.entries(causes).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <p role="status">{costWords(chosen, fee)}</p>
      {due > 0 && may('waive_fees') && (
        <Checkbox
          name="waive"
          label={`Waive the fee of ${formatRupees(due)}`}
          checked={waived}
          onChange={(event) => onChoose({ cause, waived: event.target.checked })}
        />
      )}
      {waived && (
        <Field
          label="Why it is waived"
          hint="It stays with the booking, where the customer reads it."
          error={errors['waiver']}
        >
          <TextInput name="waiver" autoComplete="off" maxLength={300} />
        </Field>
      )}
    </>
  );
}

function costWords(chosen: ReasonChoice, fee: number): string {
  if (fee === 0) return 'By the clock it costs the customer nothing.';
  if (chosen.cause === '')
    return `By the clock it costs the customer ${formatRupees(fee)} if they asked for it, nothing for any other reason.`;
  if (chosen.waived) return 'The fee is waived: it costs the customer nothing.';
  const charged = chargedFor(chosen, fee);
  return charged === 0 ? 'It costs the customer nothing.' : `It costs the customer ${formatRupees(charged)}.`;
}
