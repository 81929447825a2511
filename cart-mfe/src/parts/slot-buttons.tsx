import type { FreeSlot } from '@twostroke/shared/api/slots';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { Button } from '@twostroke/shared/ui/button';
import { Row } from '@twostroke/shared/ui/row';
import styles from './slot-buttons.module.css';

export interface SlotButtonsProps {
  slots: readonly FreeSlot[];
  onPick: (slot: FreeSlot) => void;
  className?: string | undefined;
}

/** Free times to take with one press. */
export function SlotButtons({ slots, onPick, className }: SlotButtonsProps) {
  if (slots.length === 0) return null;
  return (
    <Row className={className}>
      {slots.map((slot) => (
        <Button variant="line" small key={`${slot.date} ${slot.start}`} onClick={() => onPick(slot)}>
          <span>
            {formatDay(slot.date)}, <span className={styles.window}>{formatWindow(slot.start, slot.end)}</span>
          </span>
        </Button>
      ))}
    </Row>
  );
}
