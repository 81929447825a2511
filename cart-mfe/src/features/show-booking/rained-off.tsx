import { termsWords } from '@twostroke/shared/domain/change-terms';
import { Note } from '@twostroke/shared/ui/note';
import { Row } from '@twostroke/shared/ui/row';
import { ChangeButtons, type ChangeButtonsProps } from './change-buttons.tsx';

/** A visit that does not take place, and what its customer can do about it: before all else on the page. */
export function RainedOff(props: ChangeButtonsProps) {
  return (
    <Note tone="warn">
      <p>
        <b>{termsWords(props.booking.terms)}</b>
      </p>
      <Row>
        <ChangeButtons {...props} />
      </Row>
    </Note>
  );
}
