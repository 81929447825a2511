import type { Query } from '@twostroke/shared/api/use-query';
import { callRpc } from '@twostroke/shared/client';
import type { DeclinedWork } from '@twostroke/shared/contracts/answers/booking';
import type { CallersBike } from '@twostroke/shared/contracts/answers/caller';
import { formatDay } from '@twostroke/shared/domain/calendar';
import { formatDuration } from '@twostroke/shared/domain/duration';
import { formatRupees } from '@twostroke/shared/domain/money';
import { notify } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { Checkbox } from '@twostroke/shared/ui/checkbox';
import { Choice } from '@twostroke/shared/ui/choice';
import { Choices } from '@twostroke/shared/ui/choices';
import { Field } from '@twostroke/shared/ui/field';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Price } from '@twostroke/shared/ui/price';
import { Row } from '@twostroke/shared/ui/row';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import { useRef, useState } from 'react';
import { explain } from '../../messages.ts';
import { recheckSlug } from '../../model/recheck.ts';
import { FailedLoad } from '../../parts/failed-load.tsx';
import type { Call } from './call.ts';
import type { CallJob } from './jobs.ts';
import styles from './caller.module.css';

export interface CallerJobProps {
  call: Call;
  jobs: Query<CallJob[]>;
  /** Those that fit what was typed, and the free re-check that the bike may have. */
  matches: readonly CallJob[];
  chosen: CallJob | null;
  bike: CallersBike | null;
  onChange: (change: Partial<Call>) => void;
}

/** What to do: a job that fits what the caller says, and the caller's own words for the job card. */
export function CallerJob({ call, jobs, matches, chosen, bike, onChange }: CallerJobProps) {
  const [ended, setEnded] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const declined = bike?.declined.filter(({ id }) => !ended.includes(id)) ?? [];
  async function end({ id, name }: { id: string; name: string }): Promise<void> {
    try {
      await callRpc('end_declined_work', { work: id });
      setProblem(null);
      setEnded([...ended, id]);
      onChange({ wanted: call.wanted.filter((other) => other !== id) });
      void notify(`We don’t ask again about: ${name}`);
      // The button that was pressed goes with its line.
      search.current?.focus({ preventScroll: true });
    } catch (thrown) {
      setProblem(explain(thrown));
    }
  }
  function loadAgain(): void {
    jobs.reload();
    search.current?.focus({ preventScroll: true });
  }
  return (
    <>
      <Field label="A job, or what is wrong" id="caller-search">
        <TextInput
          ref={search}
          value={call.search}
          onChange={(event) => onChange({ search: event.target.value, job: null })}
          autoComplete="off"
        />
      </Field>
      {jobs.status === 'idle' && <p className={styles.small}>Choose the bike first.</p>}
      {jobs.status === 'failed' && <FailedLoad what="the jobs" error={jobs.error} onRetry={loadAgain} />}
      {matches.length > 0 && (
        <Choices legend="Job" legendHidden dense>
          {matches.map((job) => (
            <Choice
              key={job.slug}
              name="job"
              title={job.name}
              note={job.slug === recheckSlug ? job.summary : formatDuration(job.minutes)}
              end={<Price rupees={job.price} />}
              checked={job.slug === chosen?.slug}
              onChange={() => onChange({ job: job.slug })}
            />
          ))}
        </Choices>
      )}
      <FormProblem sentence={problem} />
      {declined.map(({ id, name, price, ...work }) => (
        <Row between key={id}>
          <Checkbox
            label={`Add ${name}, ${formatRupees(price)}`}
            hint={notDoneWords(work)}
            checked={call.wanted.includes(id)}
            onChange={({ target: { checked } }) =>
              onChange({ wanted: checked ? [...call.wanted, id] : call.wanted.filter((other) => other !== id) })
            }
          />
          <Button variant="quiet" small onClick={() => void end({ id, name })}>
            Don’t ask again<VisuallyHidden>: {name}</VisuallyHidden>
          </Button>
        </Row>
      ))}
      <Field label="Their words, a line on the job card" optional id="caller-words">
        <TextInput
          value={call.words ?? call.search}
          onChange={(event) => onChange({ words: event.target.value })}
          maxLength={300}
          autoComplete="off"
        />
      </Field>
    </>
  );
}

/** "Put off on Fri 21 Aug: 1.2 mm left", "No answer by Fri 21 Aug: 1.2 mm left". */
function notDoneWords({
  answer,
  decided_by,
  answered_on,
  reason,
}: Omit<DeclinedWork, 'id' | 'name' | 'price'>): string {
  const day = formatDay(answered_on);
  if (decided_by === 'no_answer') return `No answer by ${day}: ${reason}`;
  return `${answer === 'later' ? 'Put off' : 'Declined'} on ${day}: ${reason}`;
}
