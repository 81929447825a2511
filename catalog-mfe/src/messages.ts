import { explainError, explainRejection } from '@twostroke/shared/api/explain-error';
import type { Messages, RejectionOf } from '@twostroke/shared/api/rejections';
import type { AppError } from '@twostroke/shared/client';
import { nameMessage } from '@twostroke/shared/domain/person-name';
import { phoneMessage } from '@twostroke/shared/domain/phone';
import { pinFormMessage } from '@twostroke/shared/domain/pin';
import { shop } from '@twostroke/shared/domain/shop';
import { bikeMessage } from '@twostroke/shared/domain/vehicle';

/** What visitors read when the database rejects what they leave for the shop. */
export const messages: Messages<RejectionOf<'request_callback'>> = {
  bike: bikeMessage,
  kind: 'Tell us what it is about',
  message: 'Write what we can do for you',
  message_too_long: ({ max }) => `Keep the message to ${max} characters`,
  name: nameMessage,
  phone: phoneMessage,
  pin_form: pinFormMessage,
  too_many_callbacks: () => `We have your number and will call. For anything urgent: ${shop.phoneShown}.`,
  website: `We could not take this. Please call us on ${shop.phoneShown}.`,
};

/** A sentence for any failed call. */
export const explain = (thrown: unknown): string => explainError(thrown, messages);

/** The sentence of a rejection by the database; null for any other failure. */
export const wordsOfRejection = (error: AppError): string | null => explainRejection(error, messages);
