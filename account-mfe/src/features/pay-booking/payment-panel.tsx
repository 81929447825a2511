import { AppError } from '@twostroke/shared/client';
import type { BookingPayment, PaymentAttempt, UpiRequest as UpiOrder } from '@twostroke/shared/api/payments';
import { formatInstant } from '@twostroke/shared/domain/calendar';
import { dueWords } from '@twostroke/shared/domain/dues';
import { formatRupees } from '@twostroke/shared/domain/money';
import { methodWord } from '@twostroke/shared/domain/payment-method';
import { notify } from '@twostroke/shared/state';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Hold } from '@twostroke/shared/ui/hold';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { Note } from '@twostroke/shared/ui/note';
import { Stack } from '@twostroke/shared/ui/stack';
import { Sums } from '@twostroke/shared/ui/sums';
import { explain } from '../../messages.ts';
import type { PaymentActions } from './payment-actions.ts';
import { UpiRequest } from './upi-request.tsx';
import { useMinutesLeft } from '@twostroke/shared/ui/use-minutes-left';
import styles from './payment-panel.module.css';

export interface PaymentPanelProps {
  payment: BookingPayment;
  actions: PaymentActions;
  /** The booking's status: when it does not take place only its fee is due. */
  bookingStatus?: string;
  /** The customer has just booked and chose UPI: the UPI details are open at once. */
  begin?: boolean;
  /** Reloads the booking after an action or a deadline. */
  onChanged: () => void;
}

/** Interval of polling while the bank has not confirmed a payment. */
const POLL_INTERVAL_MS = 5_000;

/** What is paid, what is left to pay and how, and what is refunded. */
export function PaymentPanel({ payment, actions, bookingStatus, begin, onChanged }: PaymentPanelProps) {
  const [wanted, setWanted] = useState(false);
  const [upi, setUpi] = useState<UpiOrder | null>(null);
  const [busy, setBusy] = useState<'upi' | 'online' | 'later' | 'claim' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const ways = useRef<HTMLDivElement>(null);
  const { status, due, payments, seconds_left } = payment;
  const pending = seconds_left !== null;
  const atBank = due > 0 && payments.some((one) => one.status === 'authorized');
  usePolling(atBank, onChanged);
  const open = status === 'unpaid' || status === 'part_paid';
  if (upi && !open) setUpi(null);
  const start = useEffectEvent(() => void run('upi', openUpi));
  const beginsWithUpi = begin === true && payment.method === 'upi' && status === 'unpaid';
  useEffect(() => {
    if (beginsWithUpi) start();
  }, [beginsWithUpi]);

  useEffect(() => {
    // The button that opened it had the focus and has been removed.
    if (wanted) ways.current?.focus({ preventScroll: true });
  }, [wanted]);
  usePaidToast(payment, actions);

  async function run(
    what: 'upi' | 'online' | 'later' | 'claim',
    action: () => Promise<AppError | null>,
  ): Promise<void> {
    if (busy) return;
    setBusy(what);
    setProblem(null);
    const rejection = await action();
    setBusy(null);
    if (rejection) {
      setProblem(explain(rejection));
      // Only when the payment has changed elsewhere: without a network a reload would replace the page.
      if (rejection.code === 'conflict') onChanged();
      return;
    }
    if (what === 'claim')
      void notify(`You said that ${formatRupees(due)} is paid`, { description: 'We look whether it is there.' });
    if (what === 'later') void notify(`Booked. Pay ${formatRupees(due)} after the service.`);
    if (what !== 'upi') onChanged();
  }

  async function openUpi(): Promise<AppError | null> {
    const answer = await actions.startUpi();
    if (answer instanceof AppError) return answer;
    setUpi(answer);
    return null;
  }

  if (status === 'nothing_due' && payments.length === 0 && dueWords(payment).length === 0) return null;
  if (!wanted && paysLater(payment, bookingStatus))
    return (
      <section aria-label="Payment">
        <p>
          To pay after: <b>{formatRupees(due)}</b>.{' '}
          <Button variant="quiet" onClick={() => setWanted(true)}>
            Pay now
          </Button>
        </p>
        <DueSentences payment={payment} />
      </section>
    );
  return (
    <JobCard as="section" aria-label="Payment">
      <JobCardHead title="Payment" />
      <JobCardBody>
        <Stack>
          <Facts payment={payment} bookingStatus={bookingStatus} />
          {pending && <TimeLeft key={seconds_left} seconds={seconds_left} onOver={onChanged} />}
          {atBank && (
            <Note role="status">
              <p>Your bank has not confirmed it yet. We look again by ourselves: leave this page open.</p>
            </Note>
          )}
          <FormProblem sentence={problem} />
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
              <div ref={ways} tabIndex={-1} className={styles.ways}>
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
              </div>
            )
          )}
        </Stack>
      </JobCardBody>
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
            label: [
              methodWord(one.method),
              one.captured_at ? formatInstant(one.captured_at) : '',
              one.reference,
              ...(one.terminal_reference ? [`approval code ${one.terminal_reference}`] : []),
            ].join(', '),
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
          <b>We give you back {formatRupees(waiting)}</b> to where it came from. That takes {payment.refund_days.from}–
          {payment.refund_days.to} working days.
        </p>
      )}
      {back > waiting && <p>{formatRupees(back - waiting)} was given back.</p>}
      <DueSentences payment={payment} />
    </>
  );
}

function DueSentences({ payment }: Pick<PaymentPanelProps, 'payment'>) {
  return dueWords(payment).map((sentence) => <p key={sentence}>{sentence}</p>);
}

/** Nothing has been paid, and nothing needs to be before the work is done: one line says it. */
function paysLater({ status, method, payments, seconds_left }: BookingPayment, bookingStatus = ''): boolean {
  const isOver = ['completed', 'cancelled', 'no_show', 'expired'].includes(bookingStatus);
  return !isOver && status === 'unpaid' && method === 'after_service' && payments.length === 0 && seconds_left === null;
}

/** Says so when it becomes paid while the page is open, or was paid on the gateway's page that it was left for. */
function usePaidToast(
  { status, paid }: Pick<BookingPayment, 'status' | 'paid'>,
  { hasLeftToPay, endPaying }: Pick<PaymentActions, 'hasLeftToPay' | 'endPaying'>,
): void {
  const [before, setBefore] = useState(() => (hasLeftToPay() ? 'unpaid' : status));
  const end = useEffectEvent(endPaying);
  useEffect(() => {
    if (status === before) return;
    setBefore(status);
    if (status !== 'paid') return;
    end();
    void notify(`${formatRupees(paid)} is paid`);
  }, [status, before, paid]);
}

function dueWhen(bookingStatus: string | undefined, secondsLeft: number | null): string {
  if (secondsLeft !== null) return ' to confirm it.';
  if (bookingStatus === 'no_show') return ' for a missed visit. It is added to your next booking, or pay it now.';
  if (bookingStatus === 'cancelled') return ' for cancelling late.';
  return ': after the service by UPI, card or cash, or now if you like.';
}

/** Time left to pay, counted from the seconds that the server sent: the phone's clock may be wrong. */
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

function usePolling(wanted: boolean, look: () => void): void {
  const again = useEffectEvent(look);
  useEffect(() => {
    if (!wanted) return undefined;
    const timer = setInterval(() => again(), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [wanted]);
}

function failedWords({ provider, note }: Pick<PaymentAttempt, 'provider' | 'note'>): string {
  if (provider === 'upi') return `We did not find your UPI payment${note ? `: ${note}` : ''}. Pay again, or call us.`;
  return 'The last try did not go through. If your bank took money, it comes back by itself.';
}
