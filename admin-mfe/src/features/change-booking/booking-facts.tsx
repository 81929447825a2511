import { formatKm } from '@twostroke/shared/domain/figures';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { formatPhone } from '@twostroke/shared/domain/phone';
import { formatDuration } from '@twostroke/shared/domain/duration';
import { readyWords } from '@twostroke/shared/domain/ready-words';
import { formatRupees } from '@twostroke/shared/domain/money';
import { papersWord } from '@twostroke/shared/domain/papers-word';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Button } from '@twostroke/shared/ui/button';
import { Cells } from '@twostroke/shared/ui/cells';
import { Heading } from '@twostroke/shared/ui/heading';
import { PlateNumber } from '@twostroke/shared/ui/plate-number';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { statusBadge } from '@twostroke/shared/domain/booking-status';
import { Badge } from '@twostroke/shared/ui/badge';
import { useFlash } from '@twostroke/shared/ui/use-flash';
import { Sums } from '@twostroke/shared/ui/sums';
import { useMay } from '../../model/duty.ts';
import { invoicePath, vouchersPath } from '../../model/view-paths.ts';
import { modeName } from '../../model/booking-row.ts';
import { bikeWords, limitPhrase, noPlateWords, placeWords } from './booking-words.ts';
import type { AdminBooking } from './read-booking.ts';

/** The plate, the status and the papers: at the top in every status. */
export function BookingHead({ booking }: { booking: AdminBooking }) {
  const may = useMay();
  const papers = papersWord(booking);
  const papersPath = booking.status === 'completed' ? invoicePath : vouchersPath;
  return (
    <Row between>
      <Row>
        {booking.vehicle_number ? (
          <PlateNumber number={booking.vehicle_number} size="big" />
        ) : (
          <b>{noPlateWords(booking)}</b>
        )}
        <Badge {...statusBadge(booking.status)} />
        {booking.mechanic && <span>{booking.mechanic}</span>}
      </Row>
      <Row>
        {papers && may('read_invoices') && (
          <ButtonLink variant="line" small to={papersPath(booking.id)}>
            {papers}
          </ButtonLink>
        )}
        <Button variant="line" small onClick={() => window.print()}>
          Print job card
        </Button>
      </Row>
    </Row>
  );
}

/** What the customer wrote. */
export function BookingComplaint({ booking: { notes } }: { booking: AdminBooking }) {
  if (!notes) return null;
  return (
    <Stack as="section" gap="s">
      <Heading level={3} size="s">
        The customer wrote
      </Heading>
      <p>{notes}</p>
    </Stack>
  );
}

/** Customer, time, place, bike and bill. */
export function BookingFacts({ booking }: { booking: AdminBooking }) {
  const changed = useFlash<HTMLDListElement>();
  return (
    <>
      <Cells
        ref={changed}
        columns={3}
        cells={[
          {
            label: 'Customer',
            value: booking.customer_name,
            note: (
              <>
                {booking.phone && <Anchor to={`tel:${booking.phone}`}>{formatPhone(booking.phone)}</Anchor>}
                {booking.email && (
                  <>
                    <br />
                    <Anchor to={`mailto:${booking.email}`}>{booking.email}</Anchor>
                  </>
                )}
              </>
            ),
          },
          {
            label: 'Where and when',
            value: `${modeName(booking.mode)}, ${formatWindow(booking.booking_time, booking.window_end)}`,
            note: [formatDay(booking.booking_date), placeWords(booking)].filter(Boolean).join('. '),
          },
          { ...priceOf(booking), note: limitPhrase(booking) },
        ]}
      />
      <Stack as="section" gap="s">
        <Heading level={3} size="s">
          {bikeWords(booking)}, {formatDuration(booking.minutes)}
          {booking.odometer_km !== null && `, ${formatKm(booking.odometer_km)}`}
        </Heading>
        <Sums rows={billRows(booking)} />
        {booking.fee > 0 && <p>Beside the bill: a fee of {formatRupees(booking.fee)}.</p>}
        {booking.gstin && <p>GSTIN {booking.gstin}</p>}
        {(booking.ready_time !== null || booking.ready_date !== booking.booking_date) && (
          <p>Promised for {readyWords(booking.ready_date, booking.ready_time)}.</p>
        )}
      </Stack>
    </>
  );
}

/** What it costs now: the estimate, and with it the extra work that was agreed to. */
function priceOf({ final_price, estimated_price, payment: { agreed } }: AdminBooking) {
  if (final_price !== null) return { label: 'Bill', value: formatRupees(final_price) };
  if (agreed === estimated_price) return { label: 'Estimate', value: formatRupees(estimated_price) };
  const extra = agreed - estimated_price;
  const parts = `${formatRupees(estimated_price)} ${extra < 0 ? '−' : '+'} ${formatRupees(Math.abs(extra))}`;
  return { label: 'Now', value: `${formatRupees(agreed)} (${parts})` };
}

function billRows(booking: AdminBooking) {
  const items = booking.booking_items.map(({ name, quantity, price }) => ({
    label: quantity > 1 ? `${name} × ${quantity}` : name,
    value: formatRupees(price),
  }));
  if (booking.discount > 0)
    items.push({ label: `Coupon ${booking.coupon_code}`, value: formatRupees(-booking.discount) });
  const estimate = { label: 'Estimate, GST included', value: formatRupees(booking.estimated_price) };
  if (booking.final_price === null) return [...items, { ...estimate, total: true }];
  const bill = { label: 'Bill, GST included', value: formatRupees(booking.final_price), total: true };
  return [...items, { ...estimate, muted: true }, bill];
}
