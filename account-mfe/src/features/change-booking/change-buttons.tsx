import type { ChangeTerms } from '@twostroke/shared/api/bookings';
import { Button } from '@twostroke/shared/ui/button';
import { Icon } from '@twostroke/shared/ui/icon';
import { clock } from '@twostroke/shared/ui/icons';
import { van } from '@twostroke/shared/ui/service-icons';

/** Changes that a customer can make; each has its dialog. */
export type BookingChange = 'cancel' | 'move' | 'pickup';

interface ChangeButtonProps {
  terms: Pick<ChangeTerms, 'can_cancel' | 'can_move' | 'can_pick_up'> | undefined;
  onAsk: (change: BookingChange) => void;
}

/** Moves the booking. Nothing where its terms do not allow it; the other two alike. */
export function MoveButton({ terms, onAsk }: ChangeButtonProps) {
  if (!terms?.can_move) return null;
  return (
    <Button variant="line" onClick={() => onAsk('move')}>
      <Icon path={clock} />
      Move
    </Button>
  );
}

export function PickupButton({ terms, onAsk }: ChangeButtonProps) {
  if (!terms?.can_pick_up) return null;
  return (
    <Button onClick={() => onAsk('pickup')}>
      <Icon path={van} />
      Have it picked up
    </Button>
  );
}

/** A quiet link: few want it, and it is asked again. */
export function CancelLink({ terms, onAsk }: ChangeButtonProps) {
  if (!terms?.can_cancel) return null;
  return (
    <Button variant="quiet" onClick={() => onAsk('cancel')}>
      Cancel the booking
    </Button>
  );
}
