import type { ChangeCause } from '@twostroke/shared/api/bookings';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Checkbox } from '@twostroke/shared/ui/checkbox';
import { Field } from '@twostroke/shared/ui/field';
import { Select } from '@twostroke/shared/ui/select';
import { TextInput } from '@twostroke/shared/ui/text-input';
import type { FieldErrors } from '@twostroke/shared/ui/use-submit';
import { useState, type Ref } from 'react';
import { useMay } from '../../model/duty.ts';
import { feeFor } from './staff-reason.ts';

export interface ReasonFieldsProps {
  /** The fee in rupees when the customer asked for the change. */
  fee: number;
  /** The causes that this change may have, and what each means for it. */
  causes: Readonly<Partial<Record<ChangeCause, string>>>;
  errors: FieldErrors;
  /** The list of causes. */
  first?: Ref<HTMLSelectElement>;
}

/** Who caused a change, its fee, and whether staff waive it. */
export function ReasonFields({ fee, causes, errors, first }: ReasonFieldsProps) {
  const [cause, setCause] = useState<ChangeCause | ''>('');
  const [waived, setWaived] = useState(false);
  const charged = feeFor(cause, fee);
  const may = useMay();
  return (
    <>
      <Field label="Who caused the change" error={errors['cause']}>
        <Select
          name="cause"
          ref={first}
          value={cause}
          onChange={(event) => setCause(event.target.value as ChangeCause | '')}
        >
          <option value="">Choose</option>
          {Object.entries(causes).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <p role="status">{costWords(cause, fee, charged, waived)}</p>
      {charged > 0 && may('waive_fees') && (
        <Checkbox
          name="waive"
          label={`Waive the fee of ${formatRupees(charged)}`}
          checked={waived}
          onChange={(event) => setWaived(event.target.checked)}
        />
      )}
      {charged > 0 && waived && (
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

function costWords(cause: ChangeCause | '', fee: number, charged: number, waived: boolean): string {
  if (fee === 0) return 'By the clock it costs the customer nothing.';
  if (cause === '')
    return `By the clock it costs the customer ${formatRupees(fee)} if they asked for it, nothing for any other reason.`;
  if (charged === 0) return 'It costs the customer nothing.';
  return waived
    ? 'The fee is waived: it costs the customer nothing.'
    : `It costs the customer ${formatRupees(charged)}.`;
}
