import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { checkedWords, sendWords, toPropose } from '../../model/findings.ts';
import { engineOil, partEntry, partErrors } from '../../model/used-parts.ts';
import floor from './floor.module.css';
import styles from './job-steps.module.css';
import type { WorkshopJob } from './job.ts';
import { OilFields, type TypedOil } from './oil-fields.tsx';
import { refuse } from './refuse.ts';
import { takeFocus } from './take-focus.ts';
import type { LiveJob } from './use-marks.ts';

interface Step {
  to: WorkshopJob['status'];
  words: string;
}

const onward: Partial<Record<WorkshopJob['status'], Step>> = {
  assigned: { to: 'on_the_way', words: 'On the way' },
  inspecting: { to: 'in_service', words: 'Start the work' },
  in_service: { to: 'quality_check', words: 'Work done, check it' },
  quality_check: { to: 'ready', words: 'Ready' },
};
const backward: Partial<Record<WorkshopJob['status'], Step>> = {
  in_service: { to: 'inspecting', words: 'Back to the inspection' },
  quality_check: { to: 'in_service', words: 'Back to the work' },
  ready: { to: 'in_service', words: 'Back to the work' },
};

/** Whether the customer gets a message with this step: that we come, what was found, or that the bike is ready. */
const tellsCustomer = (to: WorkshopJob['status'], { inspection }: WorkshopJob): boolean =>
  to === 'on_the_way' ||
  to === 'ready' ||
  (to === 'in_service' && inspection.some(({ state }) => state !== 'not_checked'));

/**
 * The foot of a job: sends what was found, else takes the next step. A step back and a bike that is ready with points not
 * checked ask for the reason, and a bike that is ready for the oil that is not written down yet.
 */
export function JobSteps({ job, enter, enterUndoable }: LiveJob) {
  const [asks, setAsks] = useState<Step | null>(null);
  const [reason, setReason] = useState('');
  const missing = job.used_parts.some(({ kind }) => kind === 'oil') ? null : job.missing_oil;
  const [typedOil, setTypedOil] = useState<Partial<TypedOil>>({});
  const oil = { make: '', grade: missing?.grade ?? '', quantity: String(missing?.litres ?? ''), ...typedOil };
  const oilErrors = missing ? partErrors('oil', engineOil(oil)) : {};
  const reasonError = reason.trim().length < 3 ? messages.step_note : undefined;
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const proposals = job.status === 'awaiting_approval' ? [] : toPropose(job);
  const unchecked = job.inspection.filter(({ state }) => state === 'not_checked').length;
  const openLines = job.checklist.filter(({ done_at }) => done_at === null).length;
  const next = onward[job.status];
  const back = backward[job.status];
  const isIncomplete = next?.to === 'ready' && (unchecked > 0 || missing !== null);
  // What will be asked is asked at once: one press a step.
  const asked = asks ?? (isIncomplete ? next : null);

  function press(step: Step): void {
    const needsReason = step.to === 'ready' ? unchecked > 0 : step === back;
    const needsOil = step.to === 'ready' && missing !== null;
    if (step.to === 'quality_check' && openLines > 0) {
      setProblem(messages.not_ticked({ left: openLines }));
      return refuse();
    }
    if ((needsReason || needsOil) && asked?.to !== step.to) {
      setProblem(null);
      setTried(false);
      return setAsks(step);
    }
    const [wrongOil] = needsOil ? Object.keys(oilErrors) : [];
    const wrong = wrongOil ? `oil-${wrongOil}` : needsReason && reasonError && 'step-reason';
    if (wrong) {
      setTried(true);
      return refuse(wrong);
    }
    if (needsOil) {
      const part = partEntry('oil', engineOil(oil), '');
      enter(`Used: ${part.name}`, { kind: 'part', part });
    }
    const entry = { kind: 'step' as const, to_status: step.to, ...(needsReason && { note: reason.trim() }) };
    // A step back has asked for its reason.
    if (step === back) return enter(step.words, entry);
    enterUndoable(step.words, entry, tellsCustomer(step.to, job));
  }

  // The questions scroll with the page: in the foot they would cover a phone. data-buy-bar: a toast with its Undo makes room.
  return (
    <>
      {asked && (
        <div className={styles.questions}>
          {asked.to === 'ready' && missing && (
            <OilFields typed={oil} errors={tried ? oilErrors : {}} onType={setTypedOil} />
          )}
          {(asked.to !== 'ready' || unchecked > 0) && (
            <Field
              id="step-reason"
              label={asked.to === 'ready' ? `Why ${unchecked} points are not checked` : 'Why it goes back'}
              error={tried ? reasonError : undefined}
            >
              <TextInput
                ref={asks ? takeFocus : undefined}
                maxLength={200}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </Field>
          )}
        </div>
      )}
      <div className={next ? floor.foot : styles.last} data-buy-bar={next ? true : undefined}>
        {next && job.inspection.length > 0 && (
          <p className={styles.footWords}>
            <span>{checkedWords(job.inspection)}</span>
            <span>{unchecked > 0 && `${unchecked} still open`}</span>
          </p>
        )}
        {job.status === 'quality_check' && !job.test_ride?.ended_at && (
          <p className={styles.footWords}>No test ride is written down.</p>
        )}
        <FormProblem sentence={problem} />
        {job.status === 'awaiting_approval' && <p>Waits for the customer’s answer. You can go on looking.</p>}
        {proposals.length > 0 && (
          <Button
            wide
            className={floor.thumb}
            onClick={() => enter(sendWords(proposals), { kind: 'propose', items: proposals })}
          >
            {sendWords(proposals)}
          </Button>
        )}
        {next && (
          <Button
            wide
            variant={proposals.length > 0 ? 'line' : 'plate'}
            className={proposals.length > 0 ? undefined : floor.thumb}
            onClick={() => press(next)}
          >
            {next.words}
          </Button>
        )}
        {back && (
          <Button variant="line" wide onClick={() => press(back)}>
            {back.words}
          </Button>
        )}
      </div>
    </>
  );
}
