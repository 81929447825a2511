import { Button } from '@twostroke/shared/ui/button';
import { Icon } from '@twostroke/shared/ui/icon';
import { clock, cross, van } from '@twostroke/shared/ui/icons';
import type { ShownBooking } from './get-booking.ts';

export interface ChangeButtonsProps {
  booking: Pick<ShownBooking, 'terms'>;
  onCancel: () => void;
  onMove: () => void;
  onPickUp: () => void;
}

/** What its terms let a customer do with a booking now. */
export function ChangeButtons({ booking: { terms }, onCancel, onMove, onPickUp }: ChangeButtonsProps) {
  return (
    <>
      {terms.can_pick_up && (
        <Button onClick={onPickUp}>
          <Icon path={van} />
          Have it picked up
        </Button>
      )}
      {terms.can_move && (
        <Button variant="line" onClick={onMove}>
          <Icon path={clock} />
          Move
        </Button>
      )}
      {terms.can_cancel && (
        <Button variant="stop" onClick={onCancel}>
          <Icon path={cross} />
          Cancel
        </Button>
      )}
    </>
  );
}
