import { explainError, explainRejection } from '@twostroke/shared/api/explain-error';
import { explainQuoteRejection } from '@twostroke/shared/api/quote-messages';
import type { AdminRejection, Messages, RejectionOf } from '@twostroke/shared/api/rejections';
import { wrongCodeMessage } from '@twostroke/shared/api/phone-sign-in';
import { slotMessages } from '@twostroke/shared/api/slot-messages';
import type { AppError } from '@twostroke/shared/client';
import { bookingFormMessages } from '@twostroke/shared/domain/booking-form';
import { formatKm } from '@twostroke/shared/domain/figures';
import { formatRupeesChoice } from '@twostroke/shared/domain/money';
import { pinFormMessage } from '@twostroke/shared/domain/pin';
import { shop } from '@twostroke/shared/domain/shop';
import { bikeMessage } from '@twostroke/shared/domain/vehicle';

type CartFunction =
  | 'create_booking'
  | 'end_declined_work'
  | 'extend_hold'
  | 'hold_slot'
  | 'join_waitlist'
  | 'leave_waitlist'
  | 'list_slots'
  | 'prove_number'
  | 'quote'
  | 'request_callback';

const bookingsOf = ({ max, of }: { max: number; of: 'number' | 'account' }, state: string): string =>
  `${max} bookings ${state} ${of === 'number' ? 'for this number' : 'in this account'}`;

/** What customers read when the database rejects what they do in the booking. */
export const messages: Messages<Exclude<RejectionOf<CartFunction>, AdminRejection>> = {
  ...bookingFormMessages,
  ...slotMessages,
  approval_limit: ({ limits }) => `Choose ${formatRupeesChoice(limits)}`,
  bike: bikeMessage,
  booked: 'This booking is made already.',
  email_needed: 'Enter your email: this number is not confirmed, so the link comes by mail',
  extended: 'A time is held longer only once. Book now to keep it.',
  free: 'That time is free now. Choose it and book.',
  gstin: 'Check the GSTIN',
  held_by_many: () => 'Many are choosing this time. You can book it without having it kept, or take another.',
  hold_over: () => 'This time is no longer held. Choose one again.',
  not_found: 'This is not on our list any more.',
  in_line: 'This number is in line for that time already. We send a link when a place frees up.',
  items: 'Choose a service first',
  items_refused: ({ refusals: [rejection] }) =>
    rejection ? explainQuoteRejection(rejection) : 'Choose a service first',
  kind: 'Tell us what it is about',
  message: 'Write what we can do for you',
  message_too_long: ({ max }) => `Keep the message to ${max} characters`,
  model: 'Choose your bike from the list',
  not_in_line: 'We do not know this link. You are not in line with it.',
  not_offered: 'Paying online is not possible at the moment. Pay after the service.',
  payment: 'Choose how you want to pay',
  pin_form: pinFormMessage,
  price_changed: () => 'The price has changed. Please look at it again.',
  request: 'Load the page again and try once more',
  request_used: 'This booking belongs to an account. Sign in to see it.',
  too_few_km: ({ name, from_km }) => `${name} is not worth doing before ${formatKm(from_km)}, so we leave it out.`,
  too_many_bookings: (limit) =>
    `${bookingsOf(limit, 'have been made')} since yesterday. For more, call us on ${shop.phoneShown}.`,
  too_many_callbacks: () => `We have your number and will call. For anything urgent: ${shop.phoneShown}.`,
  too_many_holds: ({ max }) => `${max} times are held for you already. Book one of them first.`,
  too_many_in_line: () => 'Many are in line for that time. Choose another one.',
  too_many_open: (limit) => `${bookingsOf(limit, 'are still to come')}. For more bikes, call us on ${shop.phoneShown}.`,
  too_many_tries: () => `You have tried many times. Book without holding the time, or call us on ${shop.phoneShown}.`,
  too_many_waits: ({ max }) =>
    `This number is in line for ${max} times already. Leave one of them, or call us on ${shop.phoneShown}.`,
  unknown_code:
    'It may be cut off, or the booking ended more than 30 days ago. Open it again from our SMS, sign in with your number, or ask us for a new message.',
  verify_phone: ({ reason }) =>
    ({
      window: 'Many have booked this time, so we ask you to confirm your number first.',
      address: 'Many bookings have come from your internet connection, so we ask you to confirm your number first.',
      coupon: 'This coupon is for the first booking of a number, so we ask you to confirm yours first.',
    })[reason],
  website: `We could not take this. Please call us on ${shop.phoneShown}.`,
};

/** A sentence for any failed call. */
export const explain = (thrown: unknown): string => explainError(thrown, messages);

/** The sentence of a rejection by the database; null for any other failure. */
export const wordsOfRejection = (error: AppError): string | null => explainRejection(error, messages);

/** A sentence for an error of sending or checking a code: the provider's own text is never shown. */
export function explainCodeError(error: AppError): string {
  if (error.hint === 'otp_expired') return wrongCodeMessage;
  if (error.hint === 'sms_send_failed' || error.hint === 'phone_provider_disabled')
    return `We could not send the code. Check the number, take another time, or call us on ${shop.phoneShown}.`;
  return explain(error);
}
