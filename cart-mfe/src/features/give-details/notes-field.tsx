import { notesMaxLength } from '@twostroke/shared/domain/booking-form';
import { Field } from '@twostroke/shared/ui/field';
import { LiveRegion } from '@twostroke/shared/ui/live-region';
import { TextArea } from '@twostroke/shared/ui/text-area';

export interface NotesFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** What the mechanic should know, with the characters left. */
export function NotesField({ value, onChange, error }: NotesFieldProps) {
  const left = notesMaxLength - value.trim().length;
  const words = left < 0 ? `${-left} characters too many` : `${left} characters left`;
  return (
    <>
      <Field
        label="What is wrong?"
        optional
        hint="A noise, a leak, when it happens, which gate to use"
        note={words}
        id="notes"
        error={error}
      >
        <TextArea value={value} onChange={(event) => onChange(event.target.value)} rows={3} />
      </Field>
      <LiveRegion message={announcement(left)} />
    </>
  );
}

/** Announces in steps of 20 from 100 characters left, not at every key. */
function announcement(left: number): string {
  if (left > 100) return '';
  return left < 0 ? 'The note is too long' : `About ${Math.ceil(left / 20) * 20} characters left`;
}
