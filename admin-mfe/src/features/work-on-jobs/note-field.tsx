import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useState } from 'react';
import styles from './floor.module.css';
import { takeFocus } from './take-focus.ts';

export interface NoteFieldProps {
  /** What the note is about. */
  about: string;
  note: string | null;
  /** Called with each key: the queue sends a note when it rests, and keeps it when the page closes. */
  onNote: (note: string) => void;
}

/** A note beside an answer. It is a button until somebody has something to say. */
export function NoteField({ about, note, onNote }: NoteFieldProps) {
  // What is typed: the database trims what it stores, which would take a space away under the fingers.
  const [typed, setTyped] = useState<string | null>(null);
  if (typed === null && !note)
    return (
      <Button
        variant="quiet"
        className={styles.addNote}
        aria-label={`Add a note: ${about}`}
        onClick={() => setTyped('')}
      >
        Add a note
      </Button>
    );
  return (
    <Field label={`Note: ${about}`}>
      <TextInput
        maxLength={300}
        ref={typed === '' ? takeFocus : undefined}
        value={typed ?? note ?? ''}
        onChange={({ target }) => {
          setTyped(target.value);
          onNote(target.value.trim());
        }}
        onBlur={() => setTyped(null)}
      />
    </Field>
  );
}
