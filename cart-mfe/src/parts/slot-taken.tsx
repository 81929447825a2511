import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { PressAnswer } from '@twostroke/shared/ui/press-answer';
import { SlotButtons, type SlotButtonsProps } from './slot-buttons.tsx';
import { stepPath } from '../model/steps.ts';

export interface SlotTakenProps extends SlotButtonsProps {
  /** False where the list of free times follows. */
  withLink?: boolean;
}

/** Another customer took the time: shows the nearest free ones. */
export function SlotTaken({ slots, onPick, withLink = true }: SlotTakenProps) {
  return (
    <PressAnswer tone="warn">
      <p>
        <b>That time has just gone.</b> {slots.length > 0 ? 'The nearest free:' : 'Choose another day and time.'}
      </p>
      <SlotButtons slots={slots} onPick={onPick} />
      {withLink && (
        <ButtonLink variant="quiet" small to={stepPath('time')}>
          All free times
        </ButtonLink>
      )}
    </PressAnswer>
  );
}
