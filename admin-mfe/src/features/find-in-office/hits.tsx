import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { statusWord } from '@twostroke/shared/domain/booking-status';
import { formatRupees } from '@twostroke/shared/domain/money';
import { formatPhone } from '@twostroke/shared/domain/phone';
import { PlateNumber } from '@twostroke/shared/ui/plate-number';
import { modeName } from '../../model/booking-row.ts';
import { splitAtMatch, type FoundBooking, type FoundCustomer } from './find-in-office.ts';
import styles from './finder.module.css';

/** A text in which what was typed is underlined. */
function Marked({ text, query }: { text: string; query: string }) {
  const parts = splitAtMatch(text, query);
  if (!parts) return text;
  return (
    <>
      {parts[0]}
      <mark className={styles.mark}>{parts[1]}</mark>
      {parts[2]}
    </>
  );
}

export function BookingHit({ booking, query }: { booking: FoundBooking; query: string }) {
  const when = `${formatDay(booking.booking_date)}, ${formatWindow(booking.booking_time, booking.window_end)}`;
  return (
    <>
      <span className={styles.words}>
        <span>
          <b>
            <Marked text={booking.customer_name} query={query} />
          </b>
          , {booking.work ?? 'Service'}, {booking.bike_name}
        </span>
        <span className={styles.small}>
          No. {booking.number}, {when}, {modeName(booking.mode).toLowerCase()}, {statusWord(booking.status)},{' '}
          {formatRupees(booking.amount)}
        </span>
      </span>
      {booking.vehicle_number && <PlateNumber number={booking.vehicle_number} size="small" />}
    </>
  );
}

export function CustomerHit({ customer, query }: { customer: FoundCustomer; query: string }) {
  const facts = [
    customer.bikes === 1 ? '1 bike' : `${customer.bikes} bikes`,
    customer.visits === 1 ? '1 visit' : `${customer.visits} visits`,
    customer.owes > 0 && `owes ${formatRupees(customer.owes)}`,
    customer.credit > 0 && `credit ${formatRupees(customer.credit)}`,
  ];
  return (
    <span className={styles.words}>
      <span>
        <b>
          <Marked text={customer.name} query={query} />
        </b>
        , {formatPhone(customer.phone)}
      </span>
      <span className={styles.small}>{facts.filter(Boolean).join(', ')}</span>
    </span>
  );
}
