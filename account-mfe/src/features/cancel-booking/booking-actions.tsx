import { paths } from '@twostroke/shared/contracts/paths';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { shop } from '@twostroke/shared/domain/shop';
import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Icon } from '@twostroke/shared/ui/icon';
import { phone } from '@twostroke/shared/ui/icons';
import { Row } from '@twostroke/shared/ui/row';
import { Text } from '@twostroke/shared/ui/text';
import { useState } from 'react';
import { CancelDialog } from './cancel-dialog.tsx';
import { cancelTerms } from './cancel-until.ts';

export interface ActionBooking {
  id: string;
  number: string;
  status: string;
  starts_at: string;
  booking_date: string;
  booking_time: string;
  window_end: string;
  /** `brand/model` */
  model_id: string;
  booking_items: readonly { item_id: string; package_type: string }[];
  /** "General Service" */
  job: string;
}

export interface BookingActionsProps {
  booking: ActionBooking;
  /** ISO 8601 */
  now: string;
  onCancelled: () => void;
}

/** What the owner can do with a booking: cancel it while that is free, call, or book the same again once it is over. */
export function BookingActions({ booking, now, onCancelled }: BookingActionsProps) {
  const [asking, setAsking] = useState(false);
  const { kind, until } = cancelTerms(booking, new Date(now));
  const again = againPath(booking);
  const over = kind === 'no' && again;
  return (
    <>
      {kind === 'free' && <Text size="small">Free to cancel until {until}.</Text>}
      {kind === 'late' && (
        <Text size="small">Cancelling here was possible until {until}. Now please call: we find a way.</Text>
      )}
      <Row>
        {over && (
          <ButtonLink to={again} small>
            Book it again
          </ButtonLink>
        )}
        <ButtonLink to={`tel:${shop.phone}`} variant="line" small>
          <Icon path={phone} />
          Call {shop.phoneShown}
        </ButtonLink>
        {kind === 'free' && (
          <Button variant="quiet" small onClick={() => setAsking(true)}>
            Cancel the booking
          </Button>
        )}
      </Row>
      <CancelDialog
        booking={booking}
        what={`${booking.job}, ${formatDay(booking.booking_date)}, ${formatWindow(booking.booking_time, booking.window_end)}`}
        open={asking}
        onClose={() => setAsking(false)}
        onCancelled={() => {
          setAsking(false);
          onCancelled();
        }}
      />
    </>
  );
}

/** The page of the same package for the same bike. */
function againPath({ model_id, booking_items: items }: ActionBooking): string | null {
  const [brandSlug, modelSlug] = model_id.split('/');
  const primary = items.find((item) => item.package_type === 'primary');
  return brandSlug && modelSlug && primary ? paths.servicePackage(brandSlug, modelSlug, primary.item_id) : null;
}
