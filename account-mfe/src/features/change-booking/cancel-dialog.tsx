import { toAppError } from '@twostroke/shared/client';
import { cancelBooking, newTermsOf } from '@twostroke/shared/api/bookings';
import { feeWords } from '@twostroke/shared/domain/change-terms';
import { haptic } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { Dialog } from '@twostroke/shared/ui/dialog';
import { Field } from '@twostroke/shared/ui/field';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';
import { useId, useState } from 'react';
import { explain } from '../../messages.ts';
import { bookingLine, type ChangeDialogProps } from './changed-booking.ts';

/** Asks for confirmation, then cancels. Shows a rejection in the dialog; the next press accepts a new fee. */
export function CancelDialog({ booking, bookingKey, fee, open, onClose, onDone }: ChangeDialogProps) {
  const [newFee, setNewFee] = useState<number | null>(null);
  const formId = useId();
  const { busy, problem, onSubmit } = useSubmit({
    check: () => ({}),
    send: async (data) => {
      try {
        await cancelBooking(bookingKey, textOf(data, 'reason').trim(), { fee: newFee ?? fee });
      } catch (thrown) {
        haptic('refused');
        setNewFee(newTermsOf(toAppError(thrown))?.fee ?? newFee);
        return explain(thrown);
      }
      haptic('removed');
      onDone(`Booking ${booking.number} is cancelled`);
      return null;
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Cancel this booking?"
      foot={
        <Stack gap="s">
          <FormProblem sentence={problem} />
          <Row>
            <Button type="submit" form={formId} variant="stop" busy={busy} busyLabel="Cancelling">
              Cancel the booking
            </Button>
            <Button variant="line" onClick={onClose}>
              Keep it
            </Button>
          </Row>
        </Stack>
      }
    >
      <form id={formId} onSubmit={onSubmit}>
        <Stack>
          <p>
            {bookingLine(booking)}. {feeWords(newFee ?? fee)} The time goes to somebody else. We send no SMS when you
            cancel yourself: this page shows it.
          </p>
          <Field label="Why" optional hint="Helps us plan">
            <TextInput name="reason" maxLength={200} autoComplete="off" />
          </Field>
        </Stack>
      </form>
    </Dialog>
  );
}
