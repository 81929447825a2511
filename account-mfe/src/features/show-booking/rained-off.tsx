import type { ChangeTerms } from '@twostroke/shared/api/bookings';
import { termsWords } from '@twostroke/shared/domain/change-terms';
import { Note } from '@twostroke/shared/ui/note';
import { Row } from '@twostroke/shared/ui/row';
import type { ReactNode } from 'react';

export interface RainedOffProps {
  terms: ChangeTerms;
  /** Buttons that change the booking. */
  children: ReactNode;
}

/** Says that a visit does not take place and what the customer can do. First on the page. */
export function RainedOff({ terms, children }: RainedOffProps) {
  return (
    <Note tone="warn">
      <p>
        <b>{termsWords(terms)}</b>
      </p>
      <Row>{children}</Row>
    </Note>
  );
}
