import type { BookingKey, ChangeTerms } from '@twostroke/shared/api/bookings';
import { CancelDialog } from './cancel-dialog.tsx';
import type { BookingChange } from './change-buttons.tsx';
import type { BookingToChange } from './changed-booking.ts';
import { MoveDialog } from './move-dialog.tsx';

export interface ChangeDialogsProps {
  booking: BookingToChange;
  /** The token of a guest's link; a member needs none. */
  token?: string | undefined;
  terms: ChangeTerms | undefined;
  /** Which of them is open. */
  asking: BookingChange | null;
  onClose: () => void;
  /** With the words that say what happened. */
  onChanged: (change: BookingChange, words: string) => void;
}

/** Dialogs that confirm cancelling, moving, and changing a visit prevented by rain to a pickup. */
export function ChangeDialogs({ booking, token, terms, asking, onClose, onChanged }: ChangeDialogsProps) {
  const key: BookingKey & { booking: string } = { booking: booking.id, ...(token && { manage_token: token }) };
  const dialog = (change: BookingChange) => ({
    bookingKey: key,
    booking,
    open: asking === change,
    onClose,
    onDone: (words: string) => {
      onClose();
      onChanged(change, words);
    },
  });
  if (!terms) return null;
  return (
    <>
      <CancelDialog {...dialog('cancel')} fee={terms.cancel_fee} />
      <MoveDialog {...dialog('move')} fee={terms.move_fee} />
      <MoveDialog {...dialog('pickup')} fee={terms.move_fee} pickup />
    </>
  );
}
