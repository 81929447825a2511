import { formatRupees } from '@twostroke/shared/domain/money';
import { lineOfPoints } from '@twostroke/shared/domain/extra-work';
import { Field } from '@twostroke/shared/ui/field';
import { Select } from '@twostroke/shared/ui/select';
import { TextInput } from '@twostroke/shared/ui/text-input';
import type { FieldErrors } from '@twostroke/shared/ui/use-submit';
import { useState, type Ref } from 'react';
import { pointWords, type FoundJob, type PricedWork, type UnpricedLine } from '../model/findings.ts';
import { isListPrice, usualMinutes, workLengths, type TypedWork } from '../model/proposed-work.ts';
import styles from './work-fields.module.css';
import { WorkName } from './work-name.tsx';

export interface WorkFieldsProps {
  /** What the bike's price list has, and what is proposed already. */
  job: FoundJob;
  /** Rupees that need no answer in all. */
  limit: number;
  /** The finding that the line comes from, which has no price in the list. */
  found?: UnpricedLine | null;
  errors: FieldErrors;
  /** The name, the first of them. */
  first?: Ref<HTMLInputElement>;
}

/** A line of extra work: chosen from the price list, which fills in price and minutes, or typed with a reason. */
export function WorkFields({ job, limit, found = null, errors, first = null }: WorkFieldsProps) {
  const [typed, setTyped] = useState<TypedWork>({
    name: found?.name ?? '',
    reason: found?.reason ?? '',
    price: '',
    minutes: String(usualMinutes),
  });
  const [chosen, setChosen] = useState<{ work: PricedWork; name: string } | null>(null);
  const isListed = isListPrice(chosen?.work, typed.price);
  const change = (changes: Partial<TypedWork>): void => setTyped((before) => ({ ...before, ...changes }));

  function choose(work: PricedWork): void {
    const name = found ? lineOfPoints([{ label: found.name }], work.name) : work.name;
    setChosen({ work, name });
    change({ name, price: String(work.price), minutes: String(work.minutes) });
  }
  /** Words may be added to the name of a work, such as the wheel; another name is other work, with a price of its own. */
  function rename(name: string): void {
    change({ name });
    if (!chosen || name.includes(chosen.name)) return;
    setChosen(null);
    change({ price: '', minutes: String(usualMinutes) });
  }

  return (
    <>
      <input type="hidden" name="item" value={chosen?.work.item_id ?? ''} />
      <WorkName
        job={job}
        value={typed.name}
        hint={isListed ? 'From the price list.' : 'Type it, or choose from the price list.'}
        error={errors['name']}
        field={first}
        onType={rename}
        onChoose={choose}
      />
      <Field label="Why, for the customer" optional={isListed} error={errors['reason']}>
        <TextInput
          name="reason"
          autoComplete="off"
          maxLength={workLengths.reason}
          value={typed.reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
      </Field>
      <div className={styles.pair}>
        <Field
          label="Price (₹)"
          hint={`GST included. Up to ${formatRupees(limit)} in all needs no answer.`}
          error={errors['price']}
        >
          <TextInput
            name="price"
            autoComplete="off"
            inputMode="numeric"
            maxLength={workLengths.price}
            value={typed.price}
            onChange={({ target }) => change({ price: target.value })}
          />
        </Field>
        <Field label="Minutes" error={errors['minutes']}>
          <TextInput
            name="minutes"
            autoComplete="off"
            inputMode="numeric"
            maxLength={workLengths.minutes}
            value={typed.minutes}
            onChange={({ target }) => change({ minutes: target.value })}
          />
        </Field>
      </div>
      <Field label="Due">
        <Select name="urgency" defaultValue={found?.urgency ?? 'due_now'}>
          <option value="due_now">{pointWords.due_now}</option>
          <option value="due_later">{pointWords.due_later}</option>
        </Select>
      </Field>
    </>
  );
}
