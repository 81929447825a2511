import { explainError, explainRejection } from '@twostroke/shared/api/explain-error';
import { couponWords } from '@twostroke/shared/api/quote-messages';
import type { AdminRejection, Messages, RejectionOf, TableRejection } from '@twostroke/shared/api/rejections';
import { slotMessages } from '@twostroke/shared/api/slot-messages';
import type { AppError } from '@twostroke/shared/client';
import { statusWord } from '@twostroke/shared/domain/booking-status';
import { formatInstant } from '@twostroke/shared/domain/calendar';
import { formatRupees } from '@twostroke/shared/domain/money';
import { nameMessage } from '@twostroke/shared/domain/person-name';
import { phoneMessage } from '@twostroke/shared/domain/phone';
import { shop } from '@twostroke/shared/domain/shop';

type AccountFunction =
  | 'answer_extra_work'
  | 'answer_items'
  | 'cancel_booking'
  | 'claim_payment'
  | 'end_declined_work'
  | 'end_session'
  | 'pay_after_service'
  | 'require_second_factor'
  | 'reschedule_booking'
  | 'see_extra_work'
  | 'start_payment'
  | 'use_recovery_code'
  | 'write_recovery_codes';

const bookAgain = 'Please book again.';

/** What customers read when the database rejects what they do with a booking or their profile. */
export const messages: Messages<Exclude<RejectionOf<AccountFunction>, AdminRejection> | TableRejection<'profiles'>> = {
  ...slotMessages,
  already_included: ({ name, part_of }) => `${name} is part of ${part_of}: it is done with that.`,
  address_line: 'Enter house/flat and street',
  answer: 'Say yes, no or later',
  answered: `This was answered before. To change it, call us on ${shop.phoneShown}.`,
  area_slug: 'Choose your area',
  cannot_move: ({ status }) => `The status of this booking is ${statusWord(status)}: it cannot be moved.`,
  day_price_changed: ({ total, coupon }) =>
    `On that day it costs ${formatRupees(total)}. ${couponWords(coupon) ?? ''}`.trim(),
  expired: `This booking was not paid in time, and its place is given back. ${bookAgain}`,
  fee_changed: ({ fee }) => `This costs ${formatRupees(fee)} by now. Please look at it again.`,
  full_name: nameMessage,
  landmark: 'Keep the landmark under 80 characters',
  method: 'Choose how you want to pay',
  mode: 'Choose where we should work on your bike',
  moved_often: `You have moved this booking before. To move it again, call us on ${shop.phoneShown}.`,
  no_pickup: 'This work is not done with pickup. Choose another day at your gate.',
  no_session: 'This device is signed out already.',
  not_allowed: ({ status, to }) =>
    `The status of this booking is ${statusWord(status)}: it cannot become ${statusWord(to)}.`,
  not_found: `We could not find this booking. Call us on ${shop.phoneShown}.`,
  not_offered: 'Paying online is not possible at the moment. Pay after the service.',
  note_too_long: ({ max }) => `Keep the note to ${max} characters`,
  online_only: 'This booking is paid online before it is confirmed. Pay online, or pay after the service.',
  paid: 'There is nothing left to pay.',
  payment_unknown: `We could not find this payment. Pay again, or call us on ${shop.phoneShown}.`,
  part_price: () => `We have used parts that this change no longer pays for. Call us on ${shop.phoneShown}.`,
  phone: phoneMessage,
  pickup_needs_rain: `Only a visit to your gate that the weather stops can become a pickup. Call us on ${shop.phoneShown}.`,
  reason: 'Keep the reason under 200 characters',
  recovery_code: 'Enter one of your recovery codes that you have not used yet.',
  required: 'Say whether every admin needs a second factor',
  second_factor_first: 'Enter the code of your authenticator app first.',
  sign_in_again: 'Sign in again to do this.',
  shop_only: `Only the shop says who caused the change. Call us on ${shop.phoneShown}.`,
  time_gone: `The time has gone to somebody else by now. ${bookAgain}`,
  yes_or_no: 'Say yes or no',
  work_begun: ({ since }) =>
    `The work on this has begun, ${formatInstant(since)}. To change it, call us on ${shop.phoneShown}.`,
  work_repriced: ({ price }) => `The price is ${formatRupees(price)} by now. Look at it again.`,
};

/** A sentence for any failed call. */
export const explain = (thrown: unknown): string => explainError(thrown, messages);

/** The sentence of a rejection by the database; null for any other failure. */
export const wordsOfRejection = (error: AppError): string | null => explainRejection(error, messages);
