import { correctedName } from '@twostroke/shared/api/event-messages';
import { formatInstant } from '@twostroke/shared/domain/calendar';
import { areas } from '@twostroke/shared/domain/areas';
import { Button } from '@twostroke/shared/ui/button';
import { Choice } from '@twostroke/shared/ui/choice';
import { Choices } from '@twostroke/shared/ui/choices';
import { Dialog } from '@twostroke/shared/ui/dialog';
import { Field } from '@twostroke/shared/ui/field';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Note } from '@twostroke/shared/ui/note';
import { Row } from '@twostroke/shared/ui/row';
import { Select } from '@twostroke/shared/ui/select';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextArea } from '@twostroke/shared/ui/text-area';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useId } from 'react';
import { fieldsOf, type Correctable, type CorrectedField, type FieldConflict } from './correction.ts';
import { useCorrection, type ConflictChoice } from './use-correction.ts';

export interface CorrectDialogProps {
  booking: Correctable & { number: string };
  /** Reads the booking again, after a colleague has corrected it. */
  readLatest: () => Promise<Correctable | null>;
  onClose: () => void;
  /** Called after it was corrected. The form stays busy until this resolves. */
  onCorrected: (sentence: string) => Promise<void>;
}

const labels: Partial<Record<CorrectedField, string>> = {
  address_line: 'House or flat, street',
  odometer_km: 'Odometer (km)',
  pin: 'PIN code',
};
const labelOf = (field: CorrectedField): string => {
  const name = labels[field] ?? correctedName(field);
  return name.slice(0, 1).toUpperCase() + name.slice(1);
};
const figures: readonly CorrectedField[] = ['odometer_km', 'model_year', 'pin'];
const longest: Partial<Record<CorrectedField, number>> = { notes: 500, address_line: 120, landmark: 80 };

/** Corrects what is wrong in a booking. When a colleague was quicker, both are shown beside each other. */
export function CorrectDialog({ booking, readLatest, onClose, onCorrected }: CorrectDialogProps) {
  const formId = useId();
  const form = useCorrection(booking, readLatest, () => onCorrected(`Booking ${booking.number} is corrected`));
  const { values, conflicts, taken } = form;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Correct booking ${booking.number}`}
      foot={
        <Stack>
          <FormProblem sentence={form.problem} />
          <Row>
            <Button type="submit" form={formId} busy={form.busy} busyLabel="Saving">
              Save
            </Button>
            <Button variant="line" onClick={onClose}>
              Back
            </Button>
          </Row>
        </Stack>
      }
    >
      <form id={formId} noValidate onSubmit={form.onSubmit}>
        <Stack>
          {(conflicts.length > 0 || taken.length > 0) && (
            <Note tone="warn" role="alert">
              <p>
                A colleague has corrected this booking meanwhile. What you typed is still here.
                {taken.length > 0 && ` Taken over from them: ${taken.map(correctedName).join(', ')}.`}
              </p>
            </Note>
          )}
          {fieldsOf(booking).map((field) => {
            const conflict = conflicts.find((one) => one.field === field);
            return conflict ? (
              <Merged
                key={field}
                conflict={conflict}
                chosen={form.chosen[field]}
                error={form.errors[field]}
                onChoose={(choice) => form.choose(field, choice)}
              />
            ) : (
              <Field key={field} label={labelOf(field)} error={form.errors[field]}>
                {field === 'area_slug' ? (
                  <Select name={field} value={values[field]} onChange={(event) => form.type(field, event.target.value)}>
                    {areas.map(({ slug, name }) => (
                      <option key={slug} value={slug}>
                        {name}
                      </option>
                    ))}
                  </Select>
                ) : field === 'notes' ? (
                  <TextArea
                    name={field}
                    maxLength={500}
                    value={values[field]}
                    onChange={(event) => form.type(field, event.target.value)}
                  />
                ) : (
                  <TextInput
                    name={field}
                    autoComplete="off"
                    inputMode={figures.includes(field) ? 'numeric' : 'text'}
                    maxLength={longest[field] ?? 100}
                    value={values[field]}
                    onChange={(event) => form.type(field, event.target.value)}
                  />
                )}
              </Field>
            );
          })}
          <Field label="Why" optional hint="The customer reads it in the history.">
            <TextInput
              name="note"
              autoComplete="off"
              maxLength={300}
              value={form.note}
              onChange={(event) => form.setNote(event.target.value)}
            />
          </Field>
        </Stack>
      </form>
    </Dialog>
  );
}

interface MergedProps {
  conflict: FieldConflict;
  chosen: ConflictChoice | undefined;
  error: string | undefined;
  onChoose: (choice: ConflictChoice) => void;
}

/** A field that two people have changed: both values, one to choose. */
function Merged({ conflict: { field, theirs, mine, by }, chosen, error, onChoose }: MergedProps) {
  const who = by?.by ?? 'A colleague';
  return (
    <Choices legend={labelOf(field)} error={error}>
      <Choice
        name={field}
        title={theirs === '' ? 'Nothing' : theirs}
        note={by ? `${who}, ${formatInstant(by.at)}` : who}
        checked={chosen === 'theirs'}
        onChange={() => onChoose('theirs')}
      />
      <Choice
        name={field}
        title={mine === '' ? 'Nothing' : mine}
        note="You typed this"
        checked={chosen === 'mine'}
        onChange={() => onChoose('mine')}
      />
    </Choices>
  );
}
