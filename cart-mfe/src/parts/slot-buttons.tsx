import type { FreeSlot } from '@twostroke/shared/api/slots';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { Button } from '@twostroke/shared/ui/button';
import { Row } from '@twostroke/shared/ui/row';

export interface SlotButtonsProps {
  slots: readonly FreeSlot[];
  onPick: (slot: FreeSlot) => void;
}

/** Free times to take with one press. */
export function SlotButtons({ slots, onPick }: SlotButtonsProps) {
  if (slots.length === 0) return null;
  return (
    <Row>
      {slots.map((slot) => (
        <Button variant="line" small key={`${slot.date} ${slot.start}`} onClick={() => onPick(slot)}>
          {formatDay(slot.date)}, {formatWindow(slot.start, slot.end)}
        </Button>
      ))}
    </Row>
  );
}
