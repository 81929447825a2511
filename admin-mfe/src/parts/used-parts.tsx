import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { PressAnswer } from '@twostroke/shared/ui/press-answer';
import { Row } from '@twostroke/shared/ui/row';
import { Select } from '@twostroke/shared/ui/select';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';
import { useId, useState } from 'react';
import {
  hasMake,
  partEntry,
  partErrors,
  partKinds,
  partPrice,
  partWords,
  type PartKind,
  type TypedPart,
  type UsedPart,
  type UsedPartEntry,
} from '../model/used-parts.ts';
import styles from './used-parts.module.css';

export interface UsedPartsProps {
  parts: readonly UsedPart[];
  /** Extra work that was agreed to: a part may be billed out of its price. */
  work: readonly { id: string; name: string }[];
  /** What the engine takes; null: not known here. */
  oilLitres: number | null;
  /** Whether parts can be written down now. */
  isOpen: boolean;
  /** Resolves to a sentence when it was rejected. */
  onAdd: (entry: UsedPartEntry) => Promise<string | null>;
  onRemove: (part: UsedPart) => Promise<string | null>;
}

/** Parts, oil and consumables of a job, and a battery taken back, with a form to add one. */
export function UsedParts({ parts, work, oilLitres, isOpen, onAdd, onRemove }: UsedPartsProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const remove = async (part: UsedPart): Promise<void> => {
    setDone(null);
    const rejected = await onRemove(part);
    setProblem(rejected);
    setDone(rejected ? null : `Removed: ${part.name}.`);
  };
  const add = async (entry: UsedPartEntry): Promise<string | null> => {
    setDone(null);
    setProblem(null);
    const rejected = await onAdd(entry);
    setDone(rejected ? null : `Written down: ${entry.name}.`);
    return rejected;
  };
  return (
    <Stack as="section" aria-label="Used on this bike">
      {parts.length === 0 && <p>Nothing is written down yet.</p>}
      {parts.length > 0 && (
        <ul className={styles.list}>
          {parts.map((part, index) => (
            <li key={`${part.position} ${index}`} className={styles.part}>
              <span>
                {partWords(part)}
                <span className={styles.price}> {partPrice(part)}</span>
              </span>
              {isOpen && part.position > 0 && (
                <Button variant="line" aria-label={`Remove: ${part.name}`} onClick={() => void remove(part)}>
                  Remove
                </Button>
              )}
              {part.position === 0 && <span className={styles.price}>To send</span>}
            </li>
          ))}
        </ul>
      )}
      <FormProblem sentence={problem} />
      {done && (
        <PressAnswer tone="ok" key={done}>
          <p>{done}</p>
        </PressAnswer>
      )}
      {isOpen && <PartForm work={work} oilLitres={oilLitres} onAdd={add} />}
    </Stack>
  );
}

function PartForm({ work, oilLitres, onAdd }: Pick<UsedPartsProps, 'work' | 'oilLitres' | 'onAdd'>) {
  const id = useId();
  const [kind, setKind] = useState<PartKind>('part');
  // A new form after each line.
  const [added, setAdded] = useState(0);
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => partErrors(kind, typedPart(data)),
    send: async (data) => {
      const rejected = await onAdd(partEntry(kind, typedPart(data), textOf(data, 'work')));
      if (rejected) return rejected;
      setAdded((before) => before + 1);
      return null;
    },
  });
  const usual = partKinds[kind];
  const isBattery = kind === 'battery_back';
  const field = (name: keyof TypedPart, label: string, more: FieldMore = {}) => (
    <Field id={`${id}-${name}`} label={label} hint={more.hint} error={errors[name]} optional={more.optional ?? false}>
      <TextInput
        name={name}
        autoComplete="off"
        maxLength={more.maxLength ?? 40}
        inputMode={more.inputMode ?? 'text'}
        defaultValue={more.start ?? ''}
      />
    </Field>
  );
  return (
    <form noValidate onSubmit={onSubmit} aria-label="Add what was used">
      <Stack key={`${kind} ${added}`}>
        <Field id={`${id}-kind`} label="What">
          <Select value={kind} onChange={(event) => setKind(event.target.value as PartKind)}>
            {Object.entries(partKinds).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        {field('name', 'Name', { maxLength: 80, start: usual.name })}
        {!isBattery && field('make', kind === 'oil' ? 'Brand' : 'Make', { optional: !hasMake(kind) })}
        {kind === 'part' && field('part_number', 'Part number', { optional: true })}
        {kind === 'oil' && field('grade', 'Grade', { maxLength: 20, hint: 'As on the can: 10W-30 MB' })}
        <div className={styles.pair}>
          {field('quantity', kind === 'oil' ? 'Litres' : 'Quantity', {
            inputMode: 'decimal',
            maxLength: 7,
            start: kind === 'oil' && oilLitres !== null ? String(oilLitres) : '1',
          })}
          {field('price', isBattery ? 'Off the bill, in rupees' : 'Price (₹)', {
            inputMode: 'numeric',
            maxLength: 6,
            ...(!isBattery && { hint: 'Empty: included' }),
          })}
        </div>
        {!isBattery && work.length > 0 && (
          <Field id={`${id}-work`} label="Its price is part of" hint="The bill stays what was agreed.">
            <Select name="work" defaultValue="">
              <option value="">What was booked</option>
              {work.map((line) => (
                <option key={line.id} value={line.id}>
                  {line.name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {field('hsn', 'HSN code', { inputMode: 'numeric', maxLength: 8, start: usual.hsn })}
        <FormProblem sentence={problem} />
        <Row>
          <Button type="submit" variant="line" busy={busy} busyLabel="Writing it down">
            Add to the job
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

interface FieldMore {
  hint?: string;
  optional?: boolean;
  maxLength?: number;
  inputMode?: 'text' | 'numeric' | 'decimal';
  start?: string;
}

function typedPart(data: FormData): TypedPart {
  const of = (name: keyof TypedPart): string => textOf(data, name).trim();
  return {
    ...{ name: of('name'), make: of('make'), part_number: of('part_number'), grade: of('grade') },
    ...{ quantity: of('quantity').replace(',', '.'), price: of('price'), hsn: of('hsn').replaceAll(' ', '') },
  };
}
