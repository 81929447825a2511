import type { BookingDetails } from '@twostroke/shared/api/bookings';
import { paths } from '@twostroke/shared/contracts/paths';
import { calendarFile } from '@twostroke/shared/domain/calendar-file';
import { termsWords } from '@twostroke/shared/domain/change-terms';
import { shop } from '@twostroke/shared/domain/shop';
import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Icon } from '@twostroke/shared/ui/icon';
import { calendar, chat, phone } from '@twostroke/shared/ui/icons';
import { JobCardFoot } from '@twostroke/shared/ui/job-card';
import { Text } from '@twostroke/shared/ui/text';
import type { ReactNode } from 'react';
import { isClosed, wasRead, type ShownBooking } from '../../model/booking.ts';
import { isRainedOff, isUpcoming } from './booking-words.ts';
import { saveFile } from '../../parts/save-file.ts';
import styles from './show-booking.module.css';

export interface CardFootProps {
  booking: ShownBooking;
  /** Opens the invoice, or the vouchers before it; nothing without either. */
  invoice: ReactNode;
  /** Moves it. */
  move: ReactNode;
  /** Cancels it, as a quiet link. */
  cancel: ReactNode;
}

/** What a customer can do about a booking: at the foot of its card. */
export function CardFoot({ booking, invoice, move, cancel }: CardFootProps) {
  const { number, terms } = booking;
  const rainedOff = isRainedOff(booking);
  const about = encodeURIComponent(`Booking ${number}: `);
  const whatsApp = booking.shop?.whatsapp.replace(/\D/g, '') ?? shop.whatsApp;
  const again = isClosed(booking) ? againPath(booking) : null;
  return (
    <JobCardFoot>
      <div className={styles.actions}>
        {isUpcoming(booking) && !rainedOff && wasRead(booking) && (
          <Button variant="line" onClick={() => saveToCalendar(booking)}>
            <Icon path={calendar} />
            Calendar
          </Button>
        )}
        {!rainedOff && move}
        {invoice}
        {again && <ButtonLink to={again}>Book it again</ButtonLink>}
        <ButtonLink
          variant="line"
          className={styles.contact}
          to={`https://wa.me/${whatsApp}?text=${about}`}
          aria-label="WhatsApp"
        >
          <Icon path={chat} />
        </ButtonLink>
        <ButtonLink
          variant="line"
          className={styles.contact}
          to={`tel:${booking.shop?.phone ?? shop.phone}`}
          aria-label="Call us"
        >
          <Icon path={phone} />
        </ButtonLink>
      </div>
      {terms?.can_cancel && !rainedOff && (
        <div className={styles.terms}>
          {booking.status !== 'pending_payment' && <Text size="small">{termsWords(terms)}</Text>}
          {cancel}
        </div>
      )}
    </JobCardFoot>
  );
}

function saveToCalendar(booking: BookingDetails): void {
  saveFile(`twostroke-${booking.number}.ics`, 'text/calendar;charset=utf-8', calendarFile(booking, new Date()));
}

/** The page of the same package for the same bike, else where a booking begins. */
function againPath({ model_id, items }: ShownBooking): string {
  const [brandSlug, modelSlug] = model_id.split('/');
  const primary = items.find((item) => item.package_type === 'primary');
  return brandSlug && modelSlug && primary
    ? paths.servicePackage(brandSlug, modelSlug, primary.item_id)
    : paths.bookService();
}
