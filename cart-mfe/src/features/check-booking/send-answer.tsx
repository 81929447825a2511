import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Button } from '@twostroke/shared/ui/button';
import { Note } from '@twostroke/shared/ui/note';
import type { ChosenSlot } from '../../model/booking-draft.ts';
import type { Quote } from '@twostroke/shared/api/quote';
import type { FreeSlot } from '@twostroke/shared/api/slots';
import { couponWords } from '@twostroke/shared/api/quote-messages';
import { InView } from './in-view.tsx';
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
        <InView key={bill.total}>
          <Note tone="warn" role="alert">
            <p>
              {bill.coupon?.refusal && `${couponWords(bill.coupon)} `}
              The price has changed to {formatRupees(bill.total)}. Look at the bill, and book again if you agree.
            </p>
          </Note>
        </InView>
      )}
      {picked && (
        <InView>
          <Note tone="warn" role="alert">
            <p>
              Now {formatDay(picked.date)}, {formatWindow(picked.start, picked.end)}. If that suits you, book it.
            </p>
          </Note>
        </InView>
      )}
      {sending.status === 'failed' && (
        <InView>
          <SendProblem error={sending.error} onPick={onPick} />
        </InView>
      )}
      {sending.status === 'waiting' && (
        <InView>
          <Note tone="warn" role="status">
            <p>
              <b>Your booking is saved on this phone.</b> Leave this page open: we send it once, by itself, when the
              internet is back, and ask you again if the time has gone.
            </p>
            <Button variant="line" small onClick={onTakeBack}>
              Don&apos;t send it
            </Button>
          </Note>
        </InView>
      )}
    </>
  );
}
