import { AppError } from '@twostroke/shared/client';
import { wrongCodeMessage } from '@twostroke/shared/api/phone-sign-in';
import { shop } from '@twostroke/shared/domain/shop';
import { explain } from '../messages.ts';

/** Messages for the error codes of the auth provider. */
const sentences: Readonly<Record<string, string>> = {
  invalid_credentials: 'The email address or the password is wrong.',
  user_already_exists: 'There is already an account with this email address. Sign in instead.',
  email_exists: 'There is already an account with this email address. Sign in instead.',
  weak_password:
    'This password is easy to guess: many people use it, or it is mostly your email address, your number or words like “bike”. Choose another one.',
  same_password: 'This is your password already. Choose another one.',
  insufficient_aal: 'Enter the code of your authenticator app first: sign out and sign in again.',
  mfa_challenge_expired: 'That took too long. Enter the code that the app shows now.',
  mfa_factor_not_found: 'This authenticator app is no longer set up. Load the page again.',
  mfa_verification_failed: 'This code is wrong or used up. Enter the one that the app shows next.',
  otp_expired: wrongCodeMessage,
  sms_send_failed: 'We could not send the code. Check the number, or sign in with your email address.',
  phone_provider_disabled: 'Codes by SMS do not work at the moment. Sign in with your email address.',
  email_address_invalid: 'Enter an email address like name@example.com',
  email_not_confirmed: 'Open the link in the mail we sent you first, then sign in.',
  session_not_found: 'Your sign-in has ended. Sign in again.',
  reauthentication_needed: 'Your sign-in is too old for this. Sign out, sign in and try again.',
  user_banned: `This account is closed. Call us on ${shop.phoneShown}.`,
  signup_disabled: `We take no new accounts at the moment. Call us on ${shop.phoneShown}.`,
  validation_failed: 'Something in the form is not right. Check what you entered.',
};

/** A sentence for an error of sign-in, sign-up or a code: what happened and what to do. */
export function explainAuthError(error: AppError): string {
  // The provider's texts are for developers: an error code without our own message gets a general one.
  const known = error.hint ? sentences[error.hint] : undefined;
  const { retryAfterSeconds } = error;
  return known ?? explain(new AppError(error.code, error.message, { retryAfterSeconds }));
}
