import { formatDuration } from '@twostroke/shared/domain/duration';
import { classList } from '@twostroke/shared/ui/class-list';
import { Field } from '@twostroke/shared/ui/field';
import { LiveRegion } from '@twostroke/shared/ui/live-region';
import { Price } from '@twostroke/shared/ui/price';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { takenWords, type FoundJob, type PricedWork } from '../model/findings.ts';
import { matchWork } from '../model/match-work.ts';
import { workLengths } from '../model/proposed-work.ts';
import options from './options.module.css';
import styles from './work-fields.module.css';

export interface WorkNameProps {
  job: FoundJob;
  value: string;
  hint: string;
  error: string | undefined;
  field: Ref<HTMLInputElement>;
  onType: (value: string) => void;
  onChoose: (work: PricedWork) => void;
}

/** The name of a line: typed, or chosen from what the price list has for the bike (a combobox). */
export function WorkName({ job, value, hint, error, field, onType, onChoose }: WorkNameProps) {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  // None at first: Enter sends what was typed, unless an arrow has chosen.
  const [at, setAt] = useState(-1);
  const fitting = isOpen ? matchWork(job.offers, value) : [];
  const found = fitting.filter((work) => takenWords(job, work) === null).slice(0, 4);
  const taken = fitting.filter((work) => takenWords(job, work) !== null).slice(0, 2);
  const expanded = found.length > 0;
  useEffect(() => {
    // It opens at the field's lower edge, where the foot of the floor is.
    if (found.length > 0) list.current?.scrollIntoView({ block: 'nearest' });
  }, [found.length]);
  const optionId = (index: number): string => `${listId}-${index}`;

  function choose(work: PricedWork): void {
    setOpen(false);
    onChoose(work);
  }

  function pressed(event: KeyboardEvent): void {
    const chosen = found[at];
    if (event.key === 'Escape' && isOpen) setOpen(false);
    else if (event.key === 'Enter' && chosen) choose(chosen);
    else if (event.key === 'ArrowDown' && expanded) setAt((at + 1) % found.length);
    else if (event.key === 'ArrowUp' && expanded) setAt((Math.max(at, 0) + found.length - 1) % found.length);
    else return;
    event.preventDefault();
  }

  return (
    <div>
      <Field label="Work" hint={hint} error={error}>
        <TextInput
          ref={field}
          name="name"
          role="combobox"
          aria-expanded={expanded}
          aria-controls={expanded ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={found[at] ? optionId(at) : undefined}
          maxLength={workLengths.name}
          autoComplete="off"
          value={value}
          onChange={(event) => {
            onType(event.target.value);
            setOpen(true);
            setAt(-1);
          }}
          onBlur={() => setOpen(false)}
          onKeyDown={pressed}
        />
      </Field>
      {expanded && (
        <div ref={list} id={listId} role="listbox" aria-label="From the price list" className={styles.list}>
          {found.map((work, index) => (
            <button
              key={work.item_id}
              id={optionId(index)}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={classList(options.option, index === at && options.chosen)}
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(work)}
            >
              <span>
                {work.name}
                {work.minutes > 0 && <span className={styles.small}>, {formatDuration(work.minutes)}</span>}
              </span>
              <Price rupees={work.price} />
            </button>
          ))}
        </div>
      )}
      {taken.map((work) => (
        <p key={work.item_id} className={styles.small}>
          {work.name}. {takenWords(job, work)}
        </p>
      ))}
      <LiveRegion message={isOpen && value.trim() !== '' ? `${found.length} in the price list` : ''} />
    </div>
  );
}
