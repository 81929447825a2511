import { explainError, toAppError } from '@twostroke/shared/data';
import { cancelForShop, newTermsOf } from '@twostroke/shared/data/bookings';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { Button } from '@twostroke/shared/ui/button';
import { Dialog } from '@twostroke/shared/ui/dialog';
import { Field } from '@twostroke/shared/ui/field';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';
import { useId, useRef, useState } from 'react';
import type { BookingDetail } from './read-booking.ts';
import { ReasonFields } from './reason-fields.tsx';
import { feeFor, staffWordFaults, staffWordOf } from './staff-word.ts';

const causes = {
  customer: 'The customer asked us to',
  shop: 'Ours: all money back and ₹100 credit',
  weather: 'Rain or a closed road: all money back',
};

export interface CancelDialogProps {
  booking: BookingDetail;
  open: boolean;
  onClose: () => void;
  /** It is cancelled; the form stays busy until this is through. */
  onCancelled: (sentence: string) => Promise<void>;
}

/** Cancelling: whose reason, what it costs for that, and what the customer reads. */
export function CancelDialog({ booking, open, onClose, onCancelled }: CancelDialogProps) {
  const [newFee, setNewFee] = useState<number | null>(null);
  const fee = newFee ?? booking.terms.cancel_fee;
  const first = useRef<HTMLSelectElement>(null);
  const formId = useId();
  const { busy, faults, problem, onSubmit } = useSubmit({
    check: (data) => ({
      ...staffWordFaults(data),
      reason: textOf(data, 'reason').trim().length < 3 ? 'Say why: the customer reads it' : undefined,
    }),
    send: async (data) => {
      const word = staffWordOf(data);
      try {
        await cancelForShop(booking.id, textOf(data, 'reason').trim(), word, { fee: feeFor(word.cause, fee) });
      } catch (thrown) {
        setNewFee(newTermsOf(toAppError(thrown))?.fee ?? newFee);
        return explainError(thrown);
      }
      await onCancelled(`Booking ${booking.number} is cancelled`);
      return null;
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Cancel this booking?"
      initialFocus={first}
      foot={
        <Row>
          <Button type="submit" form={formId} variant="stop" busy={busy} busyLabel="Cancelling">
            Cancel the booking
          </Button>
          <Button variant="line" onClick={onClose}>
            Keep it
          </Button>
        </Row>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit}>
        <Stack>
          <p>
            {formatDay(booking.booking_date)}, {formatWindow(booking.booking_time, booking.window_end)}. The time goes
            to somebody else.
          </p>
          <FormProblem sentence={problem} />
          <ReasonFields fee={fee} causes={causes} faults={faults} first={first} />
          <Field label="Why, for the customer" error={faults['reason']}>
            <TextInput name="reason" autoComplete="off" maxLength={200} />
          </Field>
        </Stack>
      </form>
    </Dialog>
  );
}
