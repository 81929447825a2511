import { formatDate } from '@twostroke/shared/domain/calendar';
import { formatKm } from '@twostroke/shared/domain/figures';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { Icon } from '@twostroke/shared/ui/icon';
import { back, cross } from '@twostroke/shared/ui/icons';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Stack } from '@twostroke/shared/ui/stack';
import { Sums, type Sum } from '@twostroke/shared/ui/sums';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { partPrice, partWords } from '../../model/used-parts.ts';
import { useOfficeKeys } from '../../parts/use-office-keys.ts';
import floor from './floor.module.css';
import styles from './hand-over.module.css';
import type { WorkshopJob } from './job.ts';
import { PayCode } from './pay-code.tsx';
import { refuse } from './refuse.ts';
import type { LiveJob } from './use-marks.ts';

const pad = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'Clear', '0', 'Back'];

export interface HandOverProps extends LiveJob {
  /** completed gives the bike back, picked_up takes it. */
  to: 'completed' | 'picked_up';
}

/** The bike changes hands: the bill, when it is due next, and the code that the customer says. */
export function HandOver({ job, enter, to }: HandOverProps) {
  const [code, setCode] = useState('');
  const [reason, setReason] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isDone = to === 'completed';
  const words = isDone ? `Hand over, ${formatRupees(job.due)}` : 'Picked up';

  const type = (key: string): void =>
    setCode((now) => (key === 'Clear' ? '' : key === 'Back' ? now.slice(0, -1) : (now + key).slice(0, 4)));
  // At a counter with a keyboard the code is typed.
  const ofPad = pad.map((key): [string, () => void] => [key === 'Back' ? 'backspace' : key, () => type(key)]);
  useOfficeKeys(reason === null ? Object.fromEntries(ofPad) : {});

  function handOver(): void {
    const without = reason?.trim() ?? '';
    if (reason === null ? code.length < 4 : without.length < 3) {
      setProblem(reason === null ? messages.code_figures : messages.without_code);
      return refuse();
    }
    setProblem(null);
    enter(words, {
      kind: 'step',
      to_status: to,
      ...(reason === null ? { handover_code: code } : { without_code: without }),
    });
  }
  const press = (
    <>
      <FormProblem sentence={problem} />
      <Button wide className={floor.thumb} onClick={handOver}>
        {words}
      </Button>
    </>
  );
  return (
    <>
      {isDone && <Bill job={job} />}
      <JobCard as="section" aria-labelledby="code-title">
        <JobCardHead title="Handover code" id="code-title" aside="from the customer’s phone" />
        <JobCardBody>
          {reason === null ? (
            <>
              <div className={styles.code} role="img" aria-label={codeWords(code)}>
                {[0, 1, 2, 3].map((at) => (
                  <span key={at} className={styles.digit}>
                    {code[at] ?? ''}
                  </span>
                ))}
              </div>
              <div className={styles.pad}>
                {pad.map((key) => (
                  <button key={key} type="button" className={floor.step} aria-label={key} onClick={() => type(key)}>
                    {key === 'Clear' ? <Icon path={cross} /> : key === 'Back' ? <Icon path={back} /> : <b>{key}</b>}
                  </button>
                ))}
              </div>
            </>
          ) : (
            <Field label="Why without the code" hint="It stays with the booking, and the customer reads it.">
              <TextInput maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />
            </Field>
          )}
          <Button variant="line" onClick={() => setReason(reason === null ? '' : null)}>
            {reason === null ? 'No code?' : 'Enter the code'}
          </Button>
        </JobCardBody>
      </JobCard>
      {isDone ? (
        <div className={floor.foot} data-buy-bar>
          {press}
        </div>
      ) : (
        // A short page: a foot that stays in view would lie over the keys.
        <Stack gap="s">{press}</Stack>
      )}
    </>
  );
}

function Bill({ job }: { job: WorkshopJob }) {
  const { items, extra_work: extra, next_service: next } = job;
  const refused = extra.filter(({ status }) => status === 'declined' || status === 'later');
  const lines = [
    ...items.map(({ name, quantity, price }) => ({
      label: quantity > 1 ? `${quantity} × ${name}` : name,
      value: formatRupees(price),
    })),
    ...extra
      .filter(({ status }) => status === 'approved')
      .map(({ name, price }) => ({ label: name, value: formatRupees(price) })),
    ...job.used_parts.map((part) => ({ label: partWords(part), value: partPrice(part), muted: true })),
    ...refused.map(({ name, decided_by }) => ({
      label: `${name} (${decided_by === 'no_answer' ? 'no answer' : 'declined'})`,
      value: formatRupees(0),
      muted: true,
    })),
    ...besidesWork(job.bill),
  ];
  return (
    <>
      <JobCard as="section" aria-labelledby="bill-title">
        <JobCardHead title="Bill" id="bill-title" />
        <JobCardBody>
          <Sums rows={[...lines, { label: 'To pay', value: formatRupees(job.due), total: true }]} />
          <PayCode job={job} />
        </JobCardBody>
      </JobCard>
      {next && (
        <p className={floor.words}>
          <b>{next.resets === 'oil' ? 'Next oil change' : 'Next service'}</b>
          {next.odometer_km === null ? '' : `At ${formatKm(next.odometer_km)} or by `}
          {formatDate(next.date)}. Write it on the sticker, under the seat.
        </p>
      )}
    </>
  );
}

/** What the coupon, fees, credits and payments make of the price of the work. */
function besidesWork({ coupon, discount, fee_off, changed, fee, carried, credit, paid }: WorkshopJob['bill']): Sum[] {
  const rows: [string, number][] = [
    [`Coupon ${coupon}`, -discount],
    ['The fee, off the repair', -fee_off],
    [changed < 0 ? 'Taken off' : 'Added', changed],
    ['Fee for changing late', fee],
    ['Fee of a missed booking', carried],
    ['Credit from us', -credit],
    ['Paid', -paid],
  ];
  return rows.flatMap(([label, rupees]) => (rupees === 0 ? [] : [{ label, value: formatRupees(rupees) }]));
}

const codeWords = (code: string): string =>
  code === '' ? 'No figure yet' : `${[...code].join(' ')}, ${4 - code.length} to go`;
