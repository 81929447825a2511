import { formatWindow } from '@twostroke/shared/domain/calendar';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Heading } from '@twostroke/shared/ui/heading';
import { Trail } from '@twostroke/shared/ui/trail';
import type { ShownBooking } from '../../model/booking.ts';
import styles from './show-booking.module.css';

/** What happens on the day, in three lines. */
export function OnTheDay({ booking }: { booking: ShownBooking }) {
  const { mode, approval_limit, booking_time, window_end } = booking;
  const arrival = {
    doorstep: 'The mechanic reaches your gate. Keep the key and the RC handy',
    pickup: 'We fetch the bike. Keep the key and the RC handy',
    workshop: 'You ride in. Bring the key and the RC',
  }[mode];
  const extra =
    approval_limit > 0
      ? `We look the bike over. Extra work up to ${formatRupees(approval_limit)} is done; above that you say yes or no`
      : 'We look the bike over. Extra work? We show you the part, you say yes or no';
  return (
    <div className={styles.day}>
      <Heading level={2} size="s">
        On the day
      </Heading>
      <Trail
        items={[
          { key: 'arrival', time: formatWindow(booking_time, window_end), text: arrival },
          { key: 'look', time: 'First', text: extra },
          { key: 'end', time: 'Last', text: 'Test ride. You pay by UPI, card or cash' },
        ]}
      />
    </div>
  );
}
