import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Icon } from '@twostroke/shared/ui/icon';
import { phone } from '@twostroke/shared/ui/icons';
import { Row } from '@twostroke/shared/ui/row';
import type { BookingDetail } from './read-booking.ts';

/** What an admin can do to a booking. */
export type Change = 'assign' | 'complete' | 'cancel';

export interface ChangeButtonsProps {
  booking: BookingDetail;
  onChoose: (change: Change) => void;
}

/** The next step of a booking first, then the phone, then the way out. The database allows no others. */
export function ChangeButtons({ booking, onChoose }: ChangeButtonsProps) {
  const { status } = booking;
  return (
    <Row>
      {status === 'confirmed' && <Button onClick={() => onChoose('assign')}>Confirm and assign</Button>}
      {status === 'assigned' && <Button onClick={() => onChoose('complete')}>Complete</Button>}
      <ButtonLink to={`tel:${booking.phone}`} variant="line">
        <Icon path={phone} />
        Call
      </ButtonLink>
      {(status === 'confirmed' || status === 'assigned') && (
        <Button variant="stop" onClick={() => onChoose('cancel')}>
          Cancel
        </Button>
      )}
    </Row>
  );
}
