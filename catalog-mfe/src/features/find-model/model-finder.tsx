import { paths } from '@twostroke/shared/contracts/paths';
import { Chips } from '@twostroke/shared/ui/chip';
import { ChipLink } from '@twostroke/shared/ui/chip-link';
import { Field } from '@twostroke/shared/ui/field';
import { LiveRegion } from '@twostroke/shared/ui/live-region';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { bodyTypes } from '../../model/body-type.ts';
import styles from './model-finder.module.css';

export interface ModelFinderProps {
  typed: string;
  onType: (typed: string) => void;
  /** Body type of the address, or null for all. */
  body: string | null;
  /** Announced to screen readers when it changes: "12 models". */
  found: string;
}

/** Search by name, and the body types as links, so that a filtered list has an address. */
export function ModelFinder({ typed, onType, body, found }: ModelFinderProps) {
  return (
    <div className={styles.finder} role="search" aria-label="Bikes">
      <Field label="Find a model" className={styles.field}>
        <TextInput
          type="search"
          value={typed}
          onChange={(event) => onType(event.target.value)}
          placeholder="For example: Activa, 350, Duke"
          autoComplete="off"
          enterKeyHint="search"
        />
      </Field>
      <Chips label="Body type">
        <ChipLink to={paths.bikes()} current={body === null}>
          All
        </ChipLink>
        {bodyTypes.map((type) => (
          <ChipLink key={type.body} to={`${paths.bikes()}?body=${type.body}`} current={body === type.body}>
            {type.one}
          </ChipLink>
        ))}
      </Chips>
      <LiveRegion message={found} />
    </div>
  );
}
