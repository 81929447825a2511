import { Button } from '@twostroke/shared/ui/button';
import { Note } from '@twostroke/shared/ui/note';
import { Row } from '@twostroke/shared/ui/row';
import type { AdminBooking } from './read-booking.ts';

/** Whether SMS of a booking are held back until its number is confirmed: once the bike is with us they are sent anyway. */
export function waitsForNumber({ status, number_proven }: AdminBooking): boolean {
  return !number_proven && ['pending_payment', 'confirmed', 'assigned', 'on_the_way'].includes(status);
}

/** A number that is not proven, and what staff can do about it on the phone. */
export function NumberNote({ onConfirm }: { onConfirm: () => void }) {
  return (
    <Note tone="warn">
      <p>The number is not confirmed: only the first SMS is sent until the bike is with us.</p>
      <Row>
        <Button variant="line" small onClick={onConfirm}>
          Confirm the number
        </Button>
      </Row>
    </Note>
  );
}
