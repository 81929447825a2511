import { Button } from '@twostroke/shared/ui/button';
import { Disclosure } from '@twostroke/shared/ui/disclosure';
import { Field } from '@twostroke/shared/ui/field';
import { Select } from '@twostroke/shared/ui/select';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';
import { useId, useState } from 'react';
import { usualMinutes, workError, workLengths, type TypedWork } from '../../model/proposed-work.ts';
import { ownLines, pointWords } from '../../model/findings.ts';
import styles from './floor.module.css';
import { JobPhotos } from './job-photos.tsx';
import type { LiveJob } from './use-marks.ts';
import { WorkLine } from './work-line.tsx';

/** Work in the mechanic's own words: what no point of the inspection asks for, or what has no price in the list. */
export function OwnWork({ job, enter }: LiveJob) {
  const [isShown, setShown] = useState(false);
  const lines = ownLines(job);
  const isAsked = job.status === 'awaiting_approval';
  const count = lines.length === 1 ? '1 line' : `${lines.length} lines`;
  return (
    <Disclosure
      summary={lines.length === 0 ? 'Something else found' : `Something else found: ${count}`}
      onToggle={setShown}
    >
      {isShown && (
        <Stack as="section" aria-label="Something else found">
          {lines.map((line) => (
            <Stack key={line.id}>
              <WorkLine job={job} line={line} />
              {/* A line that waits on this phone has no id that the database knows. */}
              {!line.id.includes(' ') && <JobPhotos job={job} subject={`line-${line.id}`} label={line.name} />}
            </Stack>
          ))}
          {isAsked && <p>The customer is answering. Propose more work after that.</p>}
          {/* Hidden, not removed: somebody else may have proposed work while a line was typed here. */}
          <div hidden={isAsked}>
            <OwnWorkForm enter={enter} />
          </div>
        </Stack>
      )}
    </Disclosure>
  );
}

const fields: readonly { name: keyof TypedWork; label: string; hint?: string; start?: string }[] = [
  { name: 'name', label: 'Work' },
  { name: 'reason', label: 'Why, for the customer' },
  { name: 'price', label: 'Price (₹)', hint: 'GST included' },
  { name: 'minutes', label: 'Minutes', start: String(usualMinutes) },
];

function OwnWorkForm({ enter }: Pick<LiveJob, 'enter'>) {
  const id = useId();
  // A new form after each line.
  const [sent, setSent] = useState(0);
  const { errors, onSubmit } = useSubmit({
    check: (data) => Object.fromEntries(fields.map(({ name }) => [name, workError(name, textOf(data, name))])),
    send: (data) => {
      const [name, reason] = [textOf(data, 'name').trim(), textOf(data, 'reason').trim()];
      const [price, minutes] = [Number(textOf(data, 'price')), Number(textOf(data, 'minutes'))];
      const urgency = textOf(data, 'urgency') === 'due_later' ? 'due_later' : 'due_now';
      enter(`Propose: ${name}`, { kind: 'propose', items: [{ name, reason, price, minutes, urgency }] });
      setSent((before) => before + 1);
      return Promise.resolve(null);
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} aria-label="Propose something else">
      <Stack key={sent}>
        {fields.map(({ name, label, hint, start = '' }) => (
          <Field key={name} id={`${id}-${name}`} label={label} hint={hint} error={errors[name]}>
            <TextInput
              name={name}
              autoComplete="off"
              maxLength={workLengths[name]}
              inputMode={name === 'price' || name === 'minutes' ? 'numeric' : 'text'}
              defaultValue={start}
            />
          </Field>
        ))}
        <Field id={`${id}-urgency`} label="Due">
          <Select name="urgency" defaultValue="due_now">
            <option value="due_now">{pointWords.due_now}</option>
            <option value="due_later">{pointWords.due_later}</option>
          </Select>
        </Field>
        <Button type="submit" variant="line" wide className={styles.thumb}>
          Propose it
        </Button>
      </Stack>
    </form>
  );
}
