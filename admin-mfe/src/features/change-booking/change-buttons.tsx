import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Icon } from '@twostroke/shared/ui/icon';
import { phone } from '@twostroke/shared/ui/icons';
import { Row } from '@twostroke/shared/ui/row';
import type { Change } from './change-fields.ts';
import type { BookingDetail } from './read-booking.ts';
import { nextSteps, type Transition } from './steps.ts';

const words: Readonly<Record<string, string>> = {
  assigned: 'Confirm and assign',
  on_the_way: 'On the way',
  picked_up: 'Picked up',
  inspecting: 'Inspect',
  in_service: 'Start the work',
  quality_check: 'Work done, check it',
  ready: 'Ready',
  completed: 'Complete',
  no_show: 'Nobody there',
  cancelled: 'Cancel',
};

export interface ChangeButtonsProps {
  booking: BookingDetail;
  transitions: readonly Transition[];
  onChoose: (change: Change) => void;
  onMove: () => void;
}

/** The next step of a booking first, then the phone, then the other ways, as the table of transitions has them. */
export function ChangeButtons({ booking, transitions, onChoose, onMove }: ChangeButtonsProps) {
  const { onward, others } = nextSteps(booking, transitions);
  const { status } = booking;
  return (
    <Row>
      {onward && <Button onClick={() => onChoose(onward)}>{words[onward] ?? onward}</Button>}
      {status === 'inspecting' && (
        <Button variant="line" onClick={() => onChoose('extra')}>
          Propose extra work
        </Button>
      )}
      <ButtonLink to={`tel:${booking.phone}`} variant="line">
        <Icon path={phone} />
        Call
      </ButtonLink>
      {['confirmed', 'assigned', 'on_the_way'].includes(status) && (
        <Button variant="line" onClick={onMove}>
          Move
        </Button>
      )}
      {(booking.fee > 0 || status === 'no_show') && (
        <Button variant="line" onClick={() => onChoose('fee')}>
          Change the fee
        </Button>
      )}
      {others.map((to) => (
        <Button key={to} variant={to === 'cancelled' ? 'stop' : 'line'} onClick={() => onChoose(to)}>
          {to === 'assigned' ? 'Turn back' : (words[to] ?? to)}
        </Button>
      ))}
    </Row>
  );
}
