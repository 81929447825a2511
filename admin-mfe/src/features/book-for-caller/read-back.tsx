import type { Quote } from '@twostroke/shared/api/quote';
import { couponWords, explainQuoteRejection } from '@twostroke/shared/api/quote-messages';
import { dayName, formatDay, formatWindowInWords } from '@twostroke/shared/domain/calendar';
import { formatRupees } from '@twostroke/shared/domain/money';
import { formatPhone } from '@twostroke/shared/domain/phone';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { OfficeKey } from '../../parts/office-key.tsx';
import { isOnItsOwn, wantedWork, type Call, type CallFacts, type Missing } from './call.ts';
import type { CallJob } from './jobs.ts';
import styles from './caller.module.css';

export interface ReadBackProps {
  call: Call;
  facts: CallFacts;
  job: CallJob | null;
  /** Name of the area. */
  area: string | undefined;
  quote: Quote | null;
  /** Rupees that the caller has as a credit. */
  credit: number;
  missing: readonly Missing[];
  busy: boolean;
  problem: string | null;
  onBook: () => void;
  onCallBack: () => void;
}

/** The sentence to say aloud, its price, and the button that books it. */
export function ReadBack(props: ReadBackProps) {
  const { call, facts, job, area, quote, credit, missing, busy, problem, onBook, onCallBack } = props;
  const refusal = quote?.refusals[0];
  const used = quote ? Math.min(credit, quote.total) : 0;
  const pay = quote && quote.total - used;
  return (
    <section className={styles.readback} aria-label="Read it back">
      <div aria-live="polite">
        {refusal ? (
          <p className={styles.sentence}>{explainQuoteRejection(refusal)}</p>
        ) : missing.length > 0 || !quote || !job || !call.slot ? (
          <p className={styles.sentence}>
            Still to ask: {missing.map(({ words }) => words).join(', ') || 'one moment'}.
          </p>
        ) : (
          <p className={styles.sentence}>
            “{facts.name}: {facts.bikeName}
            {facts.plate && `, ${facts.plate.slice(-4)}`}. {workWords(job, call, facts)}, {formatRupees(quote.total)}
            {used > 0 && ` less your ${formatRupees(used)} credit`}. {dayName(call.slot.date)}{' '}
            {formatDay(call.slot.date).slice(4)}, between {formatWindowInWords(call.slot.start, call.slot.end)},{' '}
            {whereWords(facts.mode, area)}. Right?”
          </p>
        )}
        {call.groupDay && isOnItsOwn(call) && (
          <p className={styles.remark}>On its own: the other bikes come on {formatDay(call.groupDay)}.</p>
        )}
        {quote?.coupon && <p className={styles.remark}>{couponLine(quote.coupon)}</p>}
      </div>
      <div className={styles.foot}>
        <span className={styles.total}>{pay !== null && !refusal ? formatRupees(pay) : ''}</span>
        <span className={styles.small}>
          {call.phone ? `SMS with the link goes to ${formatPhone(call.phone)}` : 'The caller gets an SMS with the link'}
        </span>
        <FormProblem sentence={problem} />
        <span className={styles.buttons}>
          <Button variant="line" onClick={onCallBack}>
            Call back later
          </Button>
          <Button busy={busy} busyLabel="Booking" onClick={onBook}>
            {pay !== null && missing.length === 0 ? `Yes, book for ${formatRupees(pay)}` : 'Book'}{' '}
            <OfficeKey>Ctrl ↵</OfficeKey>
          </Button>
        </span>
      </div>
    </section>
  );
}

/** "Brake Service with Rear brake shoes and Chain lube". */
function workWords({ name }: CallJob, call: Call, facts: CallFacts): string {
  const added = wantedWork(call, facts).map((work) => work.name);
  const list = [added.slice(0, -1).join(', '), added.at(-1)].filter(Boolean).join(' and ');
  return list === '' ? name : `${name} with ${list}`;
}

function couponLine(coupon: NonNullable<Quote['coupon']>): string {
  return couponWords(coupon) ?? `${coupon.code}: ${formatRupees(coupon.off)} off.`;
}

function whereWords(mode: CallFacts['mode'], area: string | undefined): string {
  if (mode === 'workshop') return 'at our workshop';
  const place = area ? ` in ${area}` : '';
  return mode === 'pickup' ? `we fetch it${place}` : `at your gate${place}`;
}
