import { Field } from '@twostroke/shared/ui/field';
import { LiveRegion } from '@twostroke/shared/ui/live-region';
import { TextInput } from '@twostroke/shared/ui/text-input';
import styles from './question-finder.module.css';

export interface QuestionFinderProps {
  typed: string;
  onType: (typed: string) => void;
  /** Announced when it changes: "3 questions". */
  found: string;
}

/** Finds questions by the words in them and in their answers, as they are typed. */
export function QuestionFinder({ typed, onType, found }: QuestionFinderProps) {
  return (
    <div role="search" aria-label="Questions" className={styles.finder}>
      <Field label="Find a question">
        <TextInput
          type="search"
          value={typed}
          onChange={(event) => onType(event.target.value)}
          placeholder="For example: warranty, rain, pickup"
          autoComplete="off"
          enterKeyHint="search"
        />
      </Field>
      <LiveRegion message={found} />
    </div>
  );
}
