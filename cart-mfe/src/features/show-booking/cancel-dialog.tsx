import { toAppError, type AppError } from '@twostroke/shared/data';
import { cancelBooking, newTermsOf } from '@twostroke/shared/data/bookings';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { feeWords } from '@twostroke/shared/domain/change-terms';
import { haptic } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { Dialog } from '@twostroke/shared/ui/dialog';
import { Field } from '@twostroke/shared/ui/field';
import { Note } from '@twostroke/shared/ui/note';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useState } from 'react';
import type { ShownBooking } from './get-booking.ts';

export interface CancelDialogProps {
  open: boolean;
  booking: ShownBooking;
  token: string;
  onClose: () => void;
  onCancelled: () => void;
}

/** Asks once more, then gives the place back. */
export function CancelDialog({ open, booking, token, onClose, onCancelled }: CancelDialogProps) {
  const [reason, setReason] = useState('');
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const [newFee, setNewFee] = useState<number | null>(null);
  const fee = newFee ?? booking.terms.cancel_fee;

  async function cancel(): Promise<void> {
    if (sending) return;
    setSending(true);
    setError(null);
    try {
      await cancelBooking({ booking: booking.id, manage_token: token }, reason.trim(), { fee });
      haptic('removed');
      onCancelled();
      onClose();
    } catch (thrown) {
      haptic('refused');
      const refusal = toAppError(thrown);
      setNewFee(newTermsOf(refusal)?.fee ?? newFee);
      setError(refusal);
    }
    setSending(false);
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Cancel this booking?"
      foot={
        <Row>
          <Button variant="stop" busy={sending} busyLabel="Cancelling" onClick={() => void cancel()}>
            Yes, cancel it
          </Button>
          <Button variant="line" onClick={onClose}>
            No, keep it
          </Button>
        </Row>
      }
    >
      <Stack>
        <p>
          {formatDay(booking.booking_date)}, {formatWindow(booking.booking_time, booking.window_end)}. {feeWords(fee)}{' '}
          The time goes to somebody else.
        </p>
        <Field label="Why" optional hint="Helps us plan">
          <TextInput value={reason} onChange={(event) => setReason(event.target.value)} maxLength={200} />
        </Field>
        {error && (
          <Note tone="stop" role="alert">
            <p>{error.hint ? error.message : 'We could not cancel it just now. Nothing has changed. Try again.'}</p>
          </Note>
        )}
      </Stack>
    </Dialog>
  );
}
