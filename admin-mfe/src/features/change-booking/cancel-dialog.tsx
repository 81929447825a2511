import { toAppError } from '@twostroke/shared/client';
import { cancelForShop, newTermsOf } from '@twostroke/shared/api/bookings';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { shortFee } from '@twostroke/shared/domain/change-terms';
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
import { useId, useRef, useState } from 'react';
import { explain } from '../../messages.ts';
import { withFreshSignIn } from '../../model/fresh-sign-in.ts';
import type { AdminBooking } from './read-booking.ts';
import { ReasonFields } from './reason-fields.tsx';
import {
  chargedFor,
  creditWords,
  feeFor,
  noReason,
  readStaffReason,
  reasonKey,
  validateStaffReason,
} from './staff-reason.ts';

const causesFor = ({ terms }: AdminBooking) => ({
  customer: 'The customer asked us to',
  shop: `Ours: all money back${creditWords(terms.cancel_credit)}`,
  weather: 'Rain or a closed road: all money back',
});

export interface CancelDialogProps {
  booking: AdminBooking;
  onClose: () => void;
  /** Called after it was cancelled. The form stays busy until this resolves. */
  onCancelled: (sentence: string) => Promise<void>;
}

/** Cancelling: the cause, its fee, and what the customer reads. */
export function CancelDialog({ booking, onClose, onCancelled }: CancelDialogProps) {
  const [newFee, setNewFee] = useState<number | null>(null);
  const [chosen, setChosen] = useState(noReason);
  const fee = newFee ?? booking.terms.cancel_fee;
  const words = shortFee(chargedFor(chosen, fee));
  const price = usePriceChange(reasonKey(chosen), words);
  const first = useRef<HTMLSelectElement>(null);
  const formId = useId();
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => ({
      ...validateStaffReason(data),
      reason: textOf(data, 'reason').trim().length < 3 ? 'Say why: the customer reads it' : undefined,
    }),
    send: async (data) => {
      const word = readStaffReason(data);
      try {
        const reason = textOf(data, 'reason').trim();
        // Waiving a fee needs a fresh sign-in.
        await withFreshSignIn(() => cancelForShop(booking.id, reason, word, { fee: feeFor(word.cause, fee) }));
      } catch (thrown) {
        const changed = newTermsOf(toAppError(thrown))?.fee;
        if (changed !== undefined) {
          price.changeFrom(words);
          setNewFee(changed);
        }
        return explain(thrown);
      }
      await onCancelled(`Booking ${booking.number} is cancelled`);
      return null;
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Cancel this booking?"
      initialFocus={first}
      foot={
        <Stack>
          <FormProblem sentence={problem} />
          <Row>
            <PriceButton form={formId} variant="stop" change={price} busy={busy} busyLabel="Cancelling">
              {price.was === null ? 'Cancel the booking' : `Cancel for ${words}`}
            </PriceButton>
            <Button variant="line" onClick={onClose}>
              Keep it
            </Button>
          </Row>
        </Stack>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit}>
        <Stack>
          <p>
            {formatDay(booking.booking_date)}, {formatWindow(booking.booking_time, booking.window_end)}. The time goes
            to somebody else.
          </p>
          <ReasonFields
            fee={fee}
            causes={causesFor(booking)}
            errors={errors}
            chosen={chosen}
            onChoose={setChosen}
            first={first}
          />
          <Field label="Why, for the customer" error={errors['reason']}>
            <TextInput name="reason" autoComplete="off" maxLength={200} />
          </Field>
        </Stack>
      </form>
    </Dialog>
  );
}
