import { eventWords, type BookingEvent } from '@twostroke/shared/api/event-messages';
import { formatRupees } from '@twostroke/shared/domain/money';

/** What a customer reads about a step that left the status as it was. */
export function stepWords(event: BookingEvent): string {
  switch (event.kind) {
    case 'claimed':
      return 'Added to your account';
    case 'fee_changed':
      return 'Fee changed';
    case 'payment_reported':
      return `You said that ${formatRupees(event.data.rupees)} is paid by UPI, reference ${event.data.reference}`;
    default:
      return eventWords(event);
  }
}
