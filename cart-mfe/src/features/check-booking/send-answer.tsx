import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Button } from '@twostroke/shared/ui/button';
import { PressAnswer } from '@twostroke/shared/ui/press-answer';
import type { ChosenSlot } from '../../model/booking-draft.ts';
import type { Quote } from '@twostroke/shared/api/quote';
import type { FreeSlot } from '@twostroke/shared/api/slots';
import { couponWords } from '@twostroke/shared/api/quote-messages';
import { SendProblem } from './send-problem.tsx';
import type { Sending } from './use-send-booking.ts';

export interface SendAnswerProps {
  sending: Sending;
  bill: Quote;
  /** Whether the bill differs from the one that the customer agreed to. */
  isChanged: boolean;
  /** The window that the customer chose instead of a taken one. */
  picked: ChosenSlot | null;
  onPick: (slot: FreeSlot) => void;
  onTakeBack: () => void;
}

/** The result of the last press, directly above the button. */
export function SendAnswer({ sending, bill, isChanged, picked, onPick, onTakeBack }: SendAnswerProps) {
  return (
    <>
      {isChanged && (
        <PressAnswer tone="warn" key={bill.total}>
          <p>
            {bill.coupon?.refusal && `${couponWords(bill.coupon)} `}
            The price has changed to {formatRupees(bill.total)}. Look at the bill, and book again if you agree.
          </p>
        </PressAnswer>
      )}
      {picked && (
        <PressAnswer tone="warn" key={`${picked.date} ${picked.start}`}>
          <p>
            Now {formatDay(picked.date)}, {formatWindow(picked.start, picked.end)}. If that suits you, book it.
          </p>
        </PressAnswer>
      )}
      {sending.status === 'failed' && <SendProblem error={sending.error} onPick={onPick} />}
      {sending.status === 'waiting' && (
        <PressAnswer tone="warn">
          <p>
            <b>Your booking is saved on this phone.</b> Leave this page open: we send it once, by itself, when the
            internet is back, and ask you again if the time has gone.
          </p>
          <Button variant="line" small onClick={onTakeBack}>
            Don&apos;t send it
          </Button>
        </PressAnswer>
      )}
    </>
  );
}
