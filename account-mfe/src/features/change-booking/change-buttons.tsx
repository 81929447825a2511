import type { ChangeTerms } from '@twostroke/shared/api/bookings';
import { Button } from '@twostroke/shared/ui/button';
import { Icon } from '@twostroke/shared/ui/icon';
import { clock, cross, van } from '@twostroke/shared/ui/icons';

/** Buttons for the changes that a customer can make; each opens its dialog. */
export type BookingChange = 'cancel' | 'move' | 'pickup';

interface ChangeButtonsProps {
  terms: Pick<ChangeTerms, 'can_cancel' | 'can_move' | 'can_pick_up'>;
  /** In a row of small buttons, by whole names, the pickup after the move. */
  small?: boolean;
  onAsk: (change: BookingChange) => void;
}

/** The changes that a booking's terms allow now. */
export function ChangeButtons({ terms, small = false, onAsk }: ChangeButtonsProps) {
  const pickup = terms.can_pick_up && (
    <Button variant={small ? 'line' : 'plate'} small={small} onClick={() => onAsk('pickup')}>
      {!small && <Icon path={van} />}
      Have it picked up
    </Button>
  );
  return (
    <>
      {!small && pickup}
      {terms.can_move && (
        <Button variant="line" small={small} onClick={() => onAsk('move')}>
          {!small && <Icon path={clock} />}
          {small ? 'Move to another time' : 'Move'}
        </Button>
      )}
      {small && pickup}
      {terms.can_cancel && (
        <Button variant={small ? 'quiet' : 'stop'} small={small} onClick={() => onAsk('cancel')}>
          {!small && <Icon path={cross} />}
          {small ? 'Cancel the booking' : 'Cancel'}
        </Button>
      )}
    </>
  );
}
