import { toAppError } from '@twostroke/shared/client';
import { cancelBooking, newTermsOf } from '@twostroke/shared/api/bookings';
import { feeWords, shortFee } from '@twostroke/shared/domain/change-terms';
import { haptic } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { Dialog } from '@twostroke/shared/ui/dialog';
import { Field } from '@twostroke/shared/ui/field';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { PriceButton } from '@twostroke/shared/ui/price-button';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { usePriceChange } from '@twostroke/shared/ui/use-price-change';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';
import { useId, useState } from 'react';
import { explain } from '../../messages.ts';
import { bookingLine, type ChangeDialogProps } from './changed-booking.ts';

/** Asks for confirmation, then cancels. A new fee is on the button, and the next press accepts it. */
export function CancelDialog({ booking, bookingKey, fee: known, open, onClose, onDone }: ChangeDialogProps) {
  const [newFee, setNewFee] = useState<number | null>(null);
  const fee = newFee ?? known;
  const price = usePriceChange(open ? 'open' : null, shortFee(fee));
  const formId = useId();
  const { busy, problem, onSubmit } = useSubmit({
    check: () => ({}),
    send: async (data) => {
      try {
        await cancelBooking(bookingKey, textOf(data, 'reason').trim(), { fee });
      } catch (thrown) {
        haptic('refused');
        const changed = newTermsOf(toAppError(thrown))?.fee;
        if (changed !== undefined) {
          price.changeFrom(shortFee(fee));
          setNewFee(changed);
        }
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
            <PriceButton form={formId} variant="stop" change={price} busy={busy} busyLabel="Cancelling">
              {price.was === null ? 'Cancel the booking' : `Cancel for ${shortFee(fee)}`}
            </PriceButton>
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
            {bookingLine(booking)}. {feeWords(fee)} The time goes to somebody else. We send no SMS when you cancel
            yourself: this page shows it.
          </p>
          <Field label="Why" optional hint="Helps us plan">
            <TextInput name="reason" maxLength={200} autoComplete="off" />
          </Field>
        </Stack>
      </form>
    </Dialog>
  );
}
