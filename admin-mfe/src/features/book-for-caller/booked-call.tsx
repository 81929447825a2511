import type { BookingReceipt } from '@twostroke/shared/api/bookings';
import { paths } from '@twostroke/shared/contracts/paths';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { formatRupees } from '@twostroke/shared/domain/money';
import { formatPhone } from '@twostroke/shared/domain/phone';
import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { PressAnswer } from '@twostroke/shared/ui/press-answer';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';

export interface BookedCallProps {
  /** Null: the caller stands on the list of people to call back. */
  receipt: BookingReceipt | null;
  phone: string;
  onAgain: (next: 'bike' | 'call') => void;
}

/** What was booked, and what comes next. */
export function BookedCall({ receipt, phone, onAgain }: BookedCallProps) {
  return (
    <Stack>
      <PressAnswer tone="ok" takesFocus>
        {receipt ? (
          <p>
            <b>Booked, No. {receipt.number}.</b> {formatDay(receipt.booking_date)},{' '}
            {formatWindow(receipt.booking_time, receipt.window_end)}, {formatRupees(receipt.estimated_price)}. The link
            and the handover code go to {formatPhone(phone)} by SMS; we don’t see the code.
          </p>
        ) : (
          <p>
            <b>On the list to call back:</b> {formatPhone(phone)}.
          </p>
        )}
      </PressAnswer>
      <Row>
        {receipt && (
          <>
            <ButtonLink to={paths.adminBooking(receipt.id)}>Open the booking</ButtonLink>
            <Button variant="line" onClick={() => onAgain('bike')}>
              Another bike of this caller
            </Button>
          </>
        )}
        <Button variant="line" onClick={() => onAgain('call')}>
          Next caller
        </Button>
      </Row>
    </Stack>
  );
}
