import type { BookingPayment, PaymentAttempt, Refund } from '@twostroke/shared/api/payments';
import { formatInstant } from '@twostroke/shared/domain/calendar';
import { dueLines, dueWords } from '@twostroke/shared/domain/dues';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Badge } from '@twostroke/shared/ui/badge';
import { Button } from '@twostroke/shared/ui/button';
import { Heading } from '@twostroke/shared/ui/heading';
import { methodWord } from '@twostroke/shared/domain/payment-method';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { useMay } from '../../model/duty.ts';
import type { MoneyChange } from './money-changes.ts';
import { refundByHand, upiToCheck } from './money-to-do.ts';

export interface BookingMoneyProps {
  payment: BookingPayment;
  /** The work is done, so that what is due is what to do now. */
  isBilled?: boolean;
  /** Missing while another change of the booking is open. */
  onChoose: ((change: MoneyChange) => void) | undefined;
}

/** What was received, claimed and refunded, with what staff have to do about it. */
export function BookingMoney({ payment, isBilled = false, onChoose }: BookingMoneyProps) {
  const may = useMay();
  const takes = may('take_money');
  const gives = may('give_back');
  const { due, payments, refunds } = payment;
  const upi = upiToCheck(payment);
  const byHand = refundByHand(payment);
  const lines = dueLines(payment);
  return (
    <Stack as="section" gap="s" aria-label="Money">
      <Row between>
        <Heading level={3} size="s">
          Money
        </Heading>
        {payment.status === 'claimed' && <Badge tone="warn">Payment claimed, verifying</Badge>}
        {payment.status === 'refund_due' && <Badge tone="warn">To give back</Badge>}
        {payment.status === 'paid' && <Badge tone="ok">Paid</Badge>}
      </Row>
      {isBilled && due > 0 ? (
        <Heading level={4} size="l">
          {paidWords(payment)}
        </Heading>
      ) : (
        <p>{paidWords(payment)}</p>
      )}
      {lines.length > 0 && (
        <p>In it: {lines.map(({ label, rupees }) => `${label}, ${formatRupees(rupees)}`).join('; ')}.</p>
      )}
      {dueWords(payment).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {payments.map((one) => (
        <p key={one.id}>{attemptWords(one)}</p>
      ))}
      {refunds.map((one) => (
        <p key={one.id}>{refundWords(one)}</p>
      ))}
      {onChoose && (
        <Row>
          {takes && upi && due > 0 && (
            <Button variant="line" small onClick={() => onChoose('upi_seen')}>
              The UPI money is there
            </Button>
          )}
          {takes && upi?.status === 'claimed' && (
            <Button variant="line" small onClick={() => onChoose('upi_missing')}>
              It is not there
            </Button>
          )}
          {takes && due > 0 && payment.pay_until === null && (
            <>
              <Button variant={isBilled ? 'plate' : 'line'} small={!isBilled} onClick={() => onChoose('cash')}>
                {isBilled ? `Cash received, ${formatRupees(due)}` : 'Cash received'}
              </Button>
              <Button variant="line" small={!isBilled} onClick={() => onChoose('card')}>
                Card received
              </Button>
            </>
          )}
          {gives && byHand && (
            <Button variant="line" small onClick={() => onChoose('given_back')}>
              {formatRupees(byHand.amount_paise / 100)} given back
            </Button>
          )}
          {gives && payment.late_credit && (
            <Button variant="line" small onClick={() => onChoose('late')}>
              We were late
            </Button>
          )}
        </Row>
      )}
    </Stack>
  );
}

function paidWords({ paid, due }: BookingPayment): string {
  const received = paid > 0 ? `${formatRupees(paid)} is paid` : 'Nothing is paid';
  return due > 0 ? `${received}, ${formatRupees(due)} is due.` : `${received}.`;
}

const states: Readonly<Record<PaymentAttempt['status'], string>> = {
  created: 'begun',
  claimed: 'the customer says it is paid',
  authorized: 'the bank has not confirmed it yet',
  captured: 'paid',
  failed: 'did not go through',
  partially_refunded: 'paid, partly given back',
  refunded: 'given back',
};

function attemptWords({
  method,
  amount_paise,
  status,
  reference,
  terminal_reference,
  note,
  captured_at,
  created_at,
}: PaymentAttempt): string {
  const when = formatInstant(captured_at ?? created_at);
  return `${methodWord(method)}, ${formatRupees(amount_paise / 100)}, ${states[status]}, ${when}, reference ${reference}${terminal_reference ? `, approval code ${terminal_reference}` : ''}${note ? `: ${note}` : ''}`;
}

const reasons: Readonly<Record<Refund['reason'], string>> = {
  cancelled: 'the booking was cancelled',
  no_show: 'no-show',
  paid_late: 'it was paid too late',
  overpaid: 'more was paid than was due',
  wrong_amount: 'another amount came than was asked for',
};

function refundWords({ amount_paise, reason, status, note }: Refund): string {
  const what = `${formatRupees(amount_paise / 100)} goes back: ${reasons[reason]}`;
  const state = { asked: 'not done yet', done: 'done', failed: 'the gateway could not, give it back by hand' }[status];
  return `${what}; ${state}${note ? `: ${note}` : ''}`;
}
