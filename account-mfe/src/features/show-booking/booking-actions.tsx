import type { BookingDetails } from '@twostroke/shared/api/bookings';
import { paths } from '@twostroke/shared/contracts/paths';
import { calendarFile } from '@twostroke/shared/domain/calendar-file';
import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Icon } from '@twostroke/shared/ui/icon';
import { calendar, chat, phone } from '@twostroke/shared/ui/icons';
import type { ReactNode } from 'react';
import { isClosed } from '../../model/booking.ts';
import { isUpcoming, isRainedOff } from './booking-words.ts';
import { saveFile } from '../../parts/save-file.ts';
import styles from './show-booking.module.css';

export interface BookingActionsProps {
  booking: BookingDetails;
  onInvoice: () => void;
  /** Buttons that change it. */
  children: ReactNode;
}

/** Everything a guest can do with a booking. */
export function BookingActions({ booking, onInvoice, children }: BookingActionsProps) {
  const { shop, number } = booking;
  const save = (): void =>
    saveFile(`twostroke-${number}.ics`, 'text/calendar;charset=utf-8', calendarFile(booking, new Date()));
  const about = encodeURIComponent(`Booking ${number}: `);
  return (
    <div className={styles.actions}>
      {isUpcoming(booking) && !isRainedOff(booking) && (
        <Button variant="line" onClick={save}>
          <Icon path={calendar} />
          Calendar
        </Button>
      )}
      <ButtonLink variant="line" to={`tel:${shop.phone}`}>
        <Icon path={phone} />
        Call us
      </ButtonLink>
      <ButtonLink variant="line" to={`https://wa.me/${shop.whatsapp.replace(/\D/g, '')}?text=${about}`}>
        <Icon path={chat} />
        WhatsApp
      </ButtonLink>
      {booking.status === 'completed' && (
        <Button variant="line" onClick={onInvoice}>
          Invoice
        </Button>
      )}
      {isClosed(booking) && <ButtonLink to={paths.bookService()}>Book again</ButtonLink>}
      {children}
    </div>
  );
}
