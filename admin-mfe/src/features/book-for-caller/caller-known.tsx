import type { KnownCaller } from '@twostroke/shared/contracts/answers/caller';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Badge } from '@twostroke/shared/ui/badge';
import { Button } from '@twostroke/shared/ui/button';
import { Cells } from '@twostroke/shared/ui/cells';
import { Choice } from '@twostroke/shared/ui/choice';
import { Choices } from '@twostroke/shared/ui/choices';
import { Field } from '@twostroke/shared/ui/field';
import { TextInput } from '@twostroke/shared/ui/text-input';
import styles from './caller.module.css';

export interface CallerKnownProps {
  caller: KnownCaller;
  name: string;
  onName: (name: string) => void;
}

/** Who calls: what we know of the number, or the name of somebody new, also on a number that we know. */
export function CallerKnown({ caller, name, onName }: CallerKnownProps) {
  const { people, visits, since, owes, credit } = caller;
  const isNew = people.length === 0;
  const isOther = !isNew && people.every((person) => person.name !== name);
  return (
    <div className={styles.card}>
      {isNew && <p>We don’t know this number.</p>}
      {people.length === 1 && !isOther && <h3 className={styles.name}>{people[0]?.name}</h3>}
      {people.length > 1 && (
        <Choices legend="Who is it?" dense>
          {people.map((person) => (
            <Choice
              key={person.name}
              name="person"
              title={person.name}
              checked={person.name === name}
              onChange={() => onName(person.name)}
            />
          ))}
        </Choices>
      )}
      {!isNew && !isOther && (
        <Button variant="line" onClick={() => onName('')}>
          Somebody else
        </Button>
      )}
      {(isNew || isOther) && (
        <Field label="Name" id="caller-name">
          <TextInput value={name} onChange={(event) => onName(event.target.value)} autoComplete="off" />
        </Field>
      )}
      {!isNew && (
        <>
          <p className={styles.line}>
            <Badge tone={visits > 0 ? 'ok' : 'plain'}>{visits === 1 ? '1 visit' : `${visits} visits`}</Badge>
            {since && <span>since {since.slice(0, 4)}</span>}
            {caller.has_account && <span>has an account</span>}
          </p>
          <Cells
            cells={[
              { label: 'Owes', value: formatRupees(owes) },
              { label: 'Credit', value: formatRupees(credit) },
            ]}
          />
        </>
      )}
    </div>
  );
}
