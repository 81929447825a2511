import { explainError, toAppError } from '@twostroke/shared/data';
import { cancelBooking, newTermsOf } from '@twostroke/shared/data/bookings';
import { feeWords } from '@twostroke/shared/domain/change-terms';
import { Button } from '@twostroke/shared/ui/button';
import { Dialog } from '@twostroke/shared/ui/dialog';
import { Field } from '@twostroke/shared/ui/field';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';
import { useState } from 'react';

export interface CancelDialogProps {
  booking: { id: string; number: string };
  /** "General Service, Sat 21 Nov, 11 am – 1 pm" */
  what: string;
  /** Rupees it costs now. */
  fee: number;
  open: boolean;
  onClose: () => void;
  onCancelled: () => void;
}

/** Asks once more, then cancels. A refusal (too late, say) stands in the dialog, in the database's own words. */
export function CancelDialog({ booking, what, fee, open, onClose, onCancelled }: CancelDialogProps) {
  const [newFee, setNewFee] = useState<number | null>(null);
  const formId = `cancel-${booking.id}`;
  const { busy, problem, onSubmit } = useSubmit({
    check: () => ({}),
    send: async (data) => {
      const reason = textOf(data, 'reason').trim();
      try {
        await cancelBooking({ booking: booking.id }, reason, { fee: newFee ?? fee });
      } catch (thrown) {
        setNewFee(newTermsOf(toAppError(thrown))?.fee ?? newFee);
        return explainError(thrown);
      }
      onCancelled();
      return null;
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Cancel this booking?"
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
      <form id={formId} onSubmit={onSubmit}>
        <Stack>
          <FormProblem sentence={problem} />
          <p>
            {what}. {feeWords(newFee ?? fee)} The time goes to somebody else.
          </p>
          <Field label="Why" optional>
            <TextInput name="reason" maxLength={200} autoComplete="off" />
          </Field>
        </Stack>
      </form>
    </Dialog>
  );
}
