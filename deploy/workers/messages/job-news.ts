import type { BookingDetails } from '@twostroke/shared/api/bookings';
import { formatWindowInWords } from '@twostroke/shared/domain/calendar';
import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';
import { formatRupees } from '@twostroke/shared/domain/money';
import { methodPhrase } from '@twostroke/shared/domain/payment-method';
import type { BookingMessageKind } from '../../backend/adapters/message-adapters.ts';

/** Messages of a job that is under way, done or paid. */
export type JobMessageKind = Extract<
  BookingMessageKind,
  'on_the_way' | 'picked_up' | 'inspection_ready' | 'ready' | 'invoice' | 'payment_received'
>;

export interface JobFacts {
  booking: BookingDetails;
  /** Opens the booking. */
  link: string;
  /** Opens its invoice. */
  invoiceLink: string;
  /** Rupees of the payment that was received. */
  received: number | null;
  /** How it was paid. */
  receivedBy: DatabaseEnum<'payment_method'> | null;
}

const kinds: readonly string[] = [
  ...([
    'on_the_way',
    'picked_up',
    'inspection_ready',
    'ready',
    'invoice',
    'payment_received',
  ] satisfies JobMessageKind[]),
];

export function isJobMessage(kind: BookingMessageKind): kind is JobMessageKind {
  return kinds.includes(kind);
}

/** The news of a job in one sentence. */
export const jobNews: Record<JobMessageKind, (facts: JobFacts) => string> = {
  on_the_way: ({ booking }) =>
    `${firstName(booking) ?? 'Our mechanic'} is on the way. We arrive between ${formatWindowInWords(booking.booking_time, booking.window_end)}.`,
  picked_up: () => 'We have your bike and take it to the workshop.',
  inspection_ready: ({ booking }) => `We have looked at your bike: ${foundWords(booking)}.`,
  ready: ({ booking }) => `Your bike is ready. ${handBackWords(booking)}`,
  invoice: ({ booking }) => `The work is done and your invoice is ready: ${formatRupees(billOf(booking))} with GST.`,
  payment_received: ({ received, receivedBy }) =>
    `We have received ${[formatRupees(received ?? 0), receivedBy && methodPhrase(receivedBy)].filter(Boolean).join(' ')}. Thank you.`,
};

export const jobSubjects: Record<JobMessageKind, (facts: JobFacts) => string> = {
  on_the_way: () => 'On the way to you',
  picked_up: ({ booking }) => `We have your ${booking.bike_name}`,
  inspection_ready: ({ booking }) => `What we found: ${booking.bike_name}`,
  ready: ({ booking }) => `Ready: ${booking.bike_name}`,
  invoice: ({ booking }) => `Your invoice: ${booking.bike_name}`,
  payment_received: ({ received }) => `Received: ${formatRupees(received ?? 0)}`,
};

/** What follows the news; the last is the link. */
export function jobWords(kind: JobMessageKind, { booking, link, invoiceLink }: JobFacts): string[] {
  switch (kind) {
    case 'on_the_way':
      return [`Not at home? Call ${booking.shop.phone}.`, `Your booking: ${link}`];
    case 'picked_up':
      return [`How it came, and what we find: ${link}`];
    case 'inspection_ready':
      return [`The report: ${link}`];
    case 'ready':
      return [payWords(booking), `Pay or see it: ${link}`];
    case 'invoice':
      return [booking.payment.due > 0 ? payWords(booking) : 'It is paid.', `Invoice (PDF): ${invoiceLink}`];
    case 'payment_received':
      return [leftWords(booking), `Your booking: ${link}`];
  }
}

function firstName({ mechanic }: BookingDetails): string | undefined {
  return mechanic?.split(' ')[0];
}

/** "1 point needs work now, 2 soon, 9 are fine": points that were not looked at are named, never counted as fine. */
function foundWords({ inspection }: BookingDetails): string {
  const count = (state: string): number => inspection.filter((point) => point.state === state).length;
  const [now, soon, fine, left] = ['due_now', 'due_later', 'ok', 'not_checked'].map(count) as [
    number,
    number,
    number,
    number,
  ];
  return [now > 0 && `${now} now`, soon > 0 && `${soon} soon`, `${fine} fine`, left > 0 && `${left} not checked`]
    .filter(Boolean)
    .join(', ');
}

function handBackWords({ mode }: BookingDetails): string {
  if (mode === 'pickup') return 'We bring it back and call you before we start.';
  return mode === 'workshop' ? 'Collect it at the workshop in our opening hours.' : 'You can ride it.';
}

function billOf({ final_price, estimated_price }: BookingDetails): number {
  return final_price ?? estimated_price;
}

function payWords({ payment }: BookingDetails): string {
  return payment.due > 0 ? `${formatRupees(payment.due)} to pay by UPI, card or cash.` : 'Nothing is left to pay.';
}

function leftWords({ payment }: BookingDetails): string {
  return payment.due > 0 ? `${formatRupees(payment.due)} is left to pay.` : 'Nothing is left to pay.';
}
