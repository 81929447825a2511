import { paths } from '@twostroke/shared/contracts/paths';
import { calendarFile } from '@twostroke/shared/domain/calendar-file';
import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Icon } from '@twostroke/shared/ui/icon';
import { calendar, chat, phone } from '@twostroke/shared/ui/icons';
import type { ShownBooking } from './get-booking.ts';
import { isAhead, isOver, isRainedOff } from './booking-words.ts';
import { ChangeButtons, type ChangeButtonsProps } from './change-buttons.tsx';
import { saveFile } from './save-file.ts';
import styles from './show-booking.module.css';

export interface BookingActionsProps extends ChangeButtonsProps {
  booking: ShownBooking;
  onInvoice: () => void;
}

/** What one may want to do with a booking. */
export function BookingActions({ booking, onInvoice, ...changes }: BookingActionsProps) {
  const { shop, number } = booking;
  const save = (): void =>
    saveFile(`twostroke-${number}.ics`, 'text/calendar;charset=utf-8', calendarFile(booking, new Date()));
  const about = encodeURIComponent(`Booking ${number}: `);
  return (
    <div className={styles.actions}>
      {isAhead(booking) && !isRainedOff(booking) && (
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
      {isOver(booking) && <ButtonLink to={paths.bookService()}>Book again</ButtonLink>}
      {!isRainedOff(booking) && <ChangeButtons booking={booking} {...changes} />}
    </div>
  );
}
