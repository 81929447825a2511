import { dataOfRejection } from '@twostroke/shared/api/data-of-rejection';
import { toAppError } from '@twostroke/shared/client';
import { useSubmit, type FieldErrors } from '@twostroke/shared/ui/use-submit';
import { useState } from 'react';
import { explain, messages } from '../../messages.ts';
import {
  correctionOf,
  mergeCorrection,
  saveCorrection,
  valuesOf,
  type Correctable,
  type CorrectedField,
  type CorrectedValues,
  type FieldConflict,
} from './correction.ts';

export type ConflictChoice = 'theirs' | 'mine';

/** Fields whose code in a rejection has another name. */
const fieldOfCode: Readonly<Record<string, CorrectedField>> = {
  name: 'customer_name',
  address: 'address_line',
  area: 'area_slug',
  pin: 'pin',
  landmark: 'landmark',
  phone: 'phone',
  email: 'email',
  vehicle_number: 'vehicle_number',
  chassis_last5: 'chassis_last5',
  odometer_km: 'odometer_km',
  model_year: 'model_year',
  notes: 'notes',
  gstin: 'gstin',
};

/**
 * The form of a correction. It starts from the booking as it was when the form opened; what a colleague saves meanwhile is
 * merged field by field after the database has rejected it as stale.
 */
export function useCorrection(
  opened: Correctable,
  readLatest: () => Promise<Correctable | null>,
  onSaved: () => Promise<void>,
) {
  const [base, setBase] = useState({ edits: opened.edits, values: valuesOf(opened) });
  const [values, setValues] = useState<CorrectedValues>(base.values);
  const [note, setNote] = useState('');
  const [conflicts, setConflicts] = useState<FieldConflict[]>([]);
  const [taken, setTaken] = useState<CorrectedField[]>([]);
  const [chosen, setChosen] = useState<Partial<Record<CorrectedField, ConflictChoice>>>({});

  /** What is saved: of two values the chosen one, and what was typed as long as nothing is chosen. */
  const settled: CorrectedValues = conflicts.reduce(
    (all, { field, theirs, mine }) => ({ ...all, [field]: chosen[field] === 'theirs' ? theirs : mine }),
    values,
  );

  async function merge(thrown: unknown): Promise<string> {
    const changes = dataOfRejection(toAppError(thrown), 'stale')?.changes ?? [];
    const latest = await readLatest().catch(() => null);
    if (!latest) return explain(thrown);
    const merged = mergeCorrection(base.values, settled, valuesOf(latest), changes);
    setBase({ edits: latest.edits, values: valuesOf(latest) });
    setValues(merged.values);
    setConflicts(merged.conflicts);
    setTaken(merged.taken);
    setChosen({});
    return merged.conflicts.length > 0
      ? 'Choose for each field which of the two counts, then save.'
      : 'Look at it, then save.';
  }

  const submit = useSubmit({
    check: () =>
      Object.fromEntries(
        conflicts.map(({ field }) => [field, chosen[field] ? undefined : 'Choose one of the two']),
      ) as FieldErrors,
    send: async () => {
      const changes = correctionOf(base.values, settled);
      const isMerged = conflicts.length + taken.length > 0;
      if (Object.keys(changes).length === 0 && !isMerged) return messages.changes;
      try {
        if (Object.keys(changes).length > 0)
          await saveCorrection({ id: opened.id, edits: base.edits }, changes, note.trim());
        await onSaved();
        return null;
      } catch (thrown) {
        const { hint } = toAppError(thrown);
        if (hint === 'stale') return merge(thrown);
        const field = fieldOfCode[hint ?? ''];
        return field ? { [field]: explain(thrown) } : explain(thrown);
      }
    },
  });

  return {
    ...submit,
    ...{ values, conflicts, taken, chosen, note, setNote },
    type: (field: CorrectedField, value: string) => setValues((before) => ({ ...before, [field]: value })),
    choose: (field: CorrectedField, choice: ConflictChoice) => setChosen((before) => ({ ...before, [field]: choice })),
  };
}
