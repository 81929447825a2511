import { paths } from '@twostroke/shared/contracts/paths';
import type { ChangeTerms } from '@twostroke/shared/data/bookings';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { termsWords } from '@twostroke/shared/domain/change-terms';
import { shop } from '@twostroke/shared/domain/shop';
import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Icon } from '@twostroke/shared/ui/icon';
import { phone } from '@twostroke/shared/ui/icons';
import { Row } from '@twostroke/shared/ui/row';
import { Text } from '@twostroke/shared/ui/text';
import { useState } from 'react';
import { CancelDialog } from './cancel-dialog.tsx';
import { MoveBooking } from './move-booking.tsx';

export interface ActionBooking {
  id: string;
  number: string;
  mode: string;
  booking_date: string;
  booking_time: string;
  window_end: string;
  /** `brand/model` */
  model_id: string;
  booking_items: readonly { item_id: string; package_type: string; quantity: number }[];
  /** "General Service" */
  job: string;
}

export interface BookingActionsProps {
  booking: ActionBooking;
  /** Nothing happens to it any more. */
  over: boolean;
  /** Where its invoice is; null without one. */
  invoice: string | null;
  /** What changing it costs now; null when that is not known. */
  terms: ChangeTerms | null;
  /** `YYYY-MM-DD` */
  today: string;
  onCancelled: () => void;
  onMoved: () => void;
}

/** What the owner can do with a booking: move it, have it picked up when it rains, cancel it, call, or book the same again once it is over. */
export function BookingActions({ booking, over, invoice, terms, today, onCancelled, onMoved }: BookingActionsProps) {
  const [asking, setAsking] = useState<'cancel' | 'move' | 'pickup' | null>(null);
  const again = againPath(booking);
  const what = `${booking.job}, ${formatDay(booking.booking_date)}, ${formatWindow(booking.booking_time, booking.window_end)}`;
  return (
    <>
      {terms?.can_cancel && <Text size="small">{termsWords(terms)}</Text>}
      <Row>
        {invoice && (
          <ButtonLink to={invoice} variant="line" small>
            Invoice
          </ButtonLink>
        )}
        {over && again && (
          <ButtonLink to={again} small>
            Book it again
          </ButtonLink>
        )}
        <ButtonLink to={`tel:${shop.phone}`} variant="line" small>
          <Icon path={phone} />
          Call {shop.phoneShown}
        </ButtonLink>
        {terms?.can_move && (
          <Button variant="line" small onClick={() => setAsking('move')}>
            Move to another time
          </Button>
        )}
        {terms?.can_pick_up && (
          <Button variant="line" small onClick={() => setAsking('pickup')}>
            Have it picked up
          </Button>
        )}
        {terms?.can_cancel && (
          <Button variant="quiet" small onClick={() => setAsking('cancel')}>
            Cancel the booking
          </Button>
        )}
      </Row>
      {terms && (
        <>
          <CancelDialog
            booking={booking}
            what={what}
            fee={terms.cancel_fee}
            open={asking === 'cancel'}
            onClose={() => setAsking(null)}
            onCancelled={() => {
              setAsking(null);
              onCancelled();
            }}
          />
          {(['move', 'pickup'] as const).map((way) => (
            <MoveBooking
              key={way}
              booking={booking}
              what={what}
              fee={terms.move_fee}
              pickup={way === 'pickup'}
              today={today}
              open={asking === way}
              onClose={() => setAsking(null)}
              onMoved={() => {
                setAsking(null);
                onMoved();
              }}
            />
          ))}
        </>
      )}
    </>
  );
}

/** The page of the same package for the same bike. */
function againPath({ model_id, booking_items: items }: ActionBooking): string | null {
  const [brandSlug, modelSlug] = model_id.split('/');
  const primary = items.find((item) => item.package_type === 'primary');
  return brandSlug && modelSlug && primary ? paths.servicePackage(brandSlug, modelSlug, primary.item_id) : null;
}
