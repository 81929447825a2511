import { formatInstant } from '@twostroke/shared/domain/calendar';
import { dueWords, type Dues } from '@twostroke/shared/domain/dues';
import { formatRupees } from '@twostroke/shared/domain/money';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from './button.tsx';
import { FormProblem } from './form-problem.tsx';
import { Hold } from './hold.tsx';
import { JobCard, JobCardBody, JobCardHead } from './job-card.tsx';
import { LiveRegion } from './live-region.tsx';
import { Note } from './note.tsx';
import { Stack } from './stack.tsx';
import { Sums } from './sums.tsx';
import { UpiRequest, type UpiFacts } from './upi-request.tsx';
import { useMinutesLeft } from './use-minutes-left.tsx';

export interface PaymentFacts extends Dues {
  /** unpaid, claimed, part_paid, paid, refund_due, refunded or nothing_due. */
  status: string;
  /** Whole rupees. */
  paid: number;
  due: number;
  /** How it was to be paid when it was booked: after_service, upi or online. */
  method: string;
  /** Whether there is a gateway. */
  online: boolean;
  /** Until when an unpaid booking keeps its time; null when nothing runs out. */
  seconds_left: number | null;
  payments: readonly {
    id: string;
    provider: string;
    status: string;
    method: string;
    reference: string;
    amount_paise: number;
    captured_paise: number;
    note: string | null;
    captured_at: string | null;
  }[];
  refunds: readonly { id: string; amount_paise: number; status: string }[];
  /** "5–7 working days" */
  refund_time: string;
}

/** Each answers a sentence when it was refused. */
export interface PaymentActions {
  startUpi: () => Promise<UpiFacts | string>;
  claimUpi: (reference: string) => Promise<string | null>;
  /** Leaves for the gateway's page. */
  payOnline: () => Promise<string | null>;
  payAfterService: () => Promise<string | null>;
}

export interface PaymentPanelProps {
  payment: PaymentFacts;
  actions: PaymentActions;
  /** Of the booking: what is due of one that does not happen is its fee. */
  bookingStatus?: string;
  /** Somebody has just booked and chose to pay by UPI: what he needs for that shows at once. */
  begin?: boolean;
  /** Something was done, or time has passed: reads the booking again. */
  onChanged: () => void;
}

/** A bank takes its time to tell; asked again as long as it has not. */
const LOOK_AGAIN_MS = 5_000;

/** What is paid, what is left to pay and how, and what comes back. */
export function PaymentPanel({ payment, actions, bookingStatus, begin, onChanged }: PaymentPanelProps) {
  const [upi, setUpi] = useState<UpiFacts | null>(null);
  const [busy, setBusy] = useState<'upi' | 'online' | 'later' | 'claim' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { status, due, paid, payments, seconds_left } = payment;
  const pending = seconds_left !== null;
  const atBank = due > 0 && payments.some((one) => one.status === 'authorized');
  useAgain(atBank, onChanged);
  const open = status === 'unpaid' || status === 'part_paid';
  if (upi && !open) setUpi(null);
  const start = useEffectEvent(() => void run('upi', openUpi));
  const beginsWithUpi = begin === true && payment.method === 'upi' && status === 'unpaid';
  useEffect(() => {
    if (beginsWithUpi) start();
  }, [beginsWithUpi]);

  async function run(what: 'upi' | 'online' | 'later' | 'claim', action: () => Promise<string | null>): Promise<void> {
    if (busy) return;
    setBusy(what);
    setProblem(null);
    const refusal = await action();
    setProblem(refusal);
    setBusy(null);
    if (what !== 'upi' || refusal) onChanged();
  }

  async function openUpi(): Promise<string | null> {
    const answer = await actions.startUpi();
    if (typeof answer === 'string') return answer;
    setUpi(answer);
    return null;
  }

  if (status === 'nothing_due' && payments.length === 0 && dueWords(payment).length === 0) return null;
  return (
    <JobCard as="section" aria-label="Payment">
      <JobCardHead title="Payment" />
      <JobCardBody>
        <Stack>
          <FormProblem sentence={problem} />
          <Facts payment={payment} bookingStatus={bookingStatus} />
          {pending && <TimeLeft key={seconds_left} seconds={seconds_left} onOver={onChanged} />}
          {atBank && (
            <Note role="status">
              <p>Your bank has not confirmed it yet. We look again by ourselves: leave this page open.</p>
            </Note>
          )}
          {upi ? (
            <UpiRequest
              request={upi}
              busy={busy === 'claim'}
              onPaid={() => void run('claim', () => actions.claimUpi(upi.reference))}
              onBack={() => setUpi(null)}
            />
          ) : (
            open &&
            !atBank && (
              <Stack gap="s">
                {!pending && (
                  <Button
                    variant={payment.method === 'upi' ? 'plate' : 'line'}
                    busy={busy === 'upi'}
                    busyLabel="Asking"
                    onClick={() => void run('upi', openUpi)}
                  >
                    Pay {formatRupees(due)} by UPI
                  </Button>
                )}
                {payment.online && (
                  <Button
                    variant={pending ? 'plate' : 'line'}
                    busy={busy === 'online'}
                    busyLabel="Going to the payment page"
                    onClick={() => void run('online', actions.payOnline)}
                  >
                    Pay {formatRupees(due)} by card or net banking
                  </Button>
                )}
                {pending && (
                  <Button
                    variant="line"
                    busy={busy === 'later'}
                    busyLabel="Telling the workshop"
                    onClick={() => void run('later', actions.payAfterService)}
                  >
                    Pay after the service instead
                  </Button>
                )}
              </Stack>
            )
          )}
        </Stack>
      </JobCardBody>
      <LiveRegion message={saidOf(status, paid)} />
    </JobCard>
  );
}

function Facts({ payment, bookingStatus }: Pick<PaymentPanelProps, 'payment' | 'bookingStatus'>) {
  const { status, paid, due, payments, refunds, seconds_left } = payment;
  const back = refunds.reduce((sum, { amount_paise }) => sum + amount_paise, 0) / 100;
  const waiting = refunds.reduce((sum, one) => sum + (one.status === 'done' ? 0 : one.amount_paise), 0) / 100;
  const received = payments.filter(({ captured_paise }) => captured_paise > 0);
  const lastTry = payments.at(-1);
  return (
    <>
      {received.length > 0 && (
        <Sums
          rows={received.map((one) => ({
            label: `${methodWord(one.method)}, ${one.captured_at ? formatInstant(one.captured_at) : ''}, ${one.reference}`,
            value: formatRupees(one.captured_paise / 100),
          }))}
        />
      )}
      {status === 'paid' && (
        <p>
          <b>{formatRupees(paid)} is paid.</b> Thank you.
        </p>
      )}
      {status === 'claimed' && (
        <p role="status">
          <b>Payment claimed, verifying.</b> You told us that it is paid by UPI. We look whether it is there and say so
          here. Reference {payments.find((one) => one.status === 'claimed')?.reference}.
        </p>
      )}
      {(status === 'unpaid' || status === 'part_paid') && (
        <>
          {lastTry?.status === 'failed' && (
            <Note tone="warn" role="status">
              <p>{failedWords(lastTry)}</p>
            </Note>
          )}
          <p>
            {paid > 0 && `${formatRupees(paid)} is paid. `}
            <b>{formatRupees(due)} to pay</b>
            {dueWhen(bookingStatus, seconds_left)}
          </p>
        </>
      )}
      {waiting > 0 && (
        <p>
          <b>We give you back {formatRupees(waiting)}</b> to where it came from. That takes {payment.refund_time}.
        </p>
      )}
      {back > waiting && <p>{formatRupees(back - waiting)} was given back.</p>}
      {dueWords(payment).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  );
}

function dueWhen(bookingStatus: string | undefined, secondsLeft: number | null): string {
  if (secondsLeft !== null) return ' to confirm it.';
  if (bookingStatus === 'no_show') return ': nobody was there. It is added to your next booking, or pay it now.';
  if (bookingStatus === 'cancelled') return ' for cancelling late.';
  return ': after the service by UPI, card or cash, or now if you like.';
}

/** The time an unpaid booking has. Phones whose clock is wrong go by the seconds that the server counts. */
function TimeLeft({ seconds, onOver }: { seconds: number; onOver: () => void }) {
  const [until] = useState(() => Date.now() + seconds * 1000);
  const minutes = useMinutesLeft(until);
  const over = useEffectEvent(onOver);
  useEffect(() => {
    if (minutes === 0) over();
  }, [minutes]);
  if (minutes === 0) return <p role="status">The time to pay is over.</p>;
  return <Hold>Your time is kept for {minutes === 1 ? '1 minute' : `${minutes} minutes`} more.</Hold>;
}

function useAgain(wanted: boolean, look: () => void): void {
  const again = useEffectEvent(look);
  useEffect(() => {
    if (!wanted) return undefined;
    const timer = setInterval(() => again(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [wanted]);
}

function failedWords({ provider, note }: { provider: string; note: string | null }): string {
  if (provider === 'upi') return `We did not find your UPI payment${note ? `: ${note}` : ''}. Pay again, or call us.`;
  return 'The last try did not go through. If your bank took money, it comes back by itself.';
}

const methods: Readonly<Record<string, string>> = {
  upi: 'UPI',
  card: 'Card',
  netbanking: 'Net banking',
  wallet: 'Wallet',
  cash: 'Cash',
  online: 'Online',
};

/** "Net banking" */
export function methodWord(method: string): string {
  return methods[method] ?? method;
}

function saidOf(status: string, paid: number): string {
  if (status === 'paid') return `${formatRupees(paid)} is paid.`;
  return '';
}
