import type { AppError } from '@twostroke/shared/client';
import { callAuth, type AuthResult } from './call-auth.ts';

/** Signs in with a code that is sent to a phone: it proves the number. */

/** Seconds between two codes to one number. */
const resendPauseSeconds = 30;

export const wrongCodeMessage = 'The code is wrong or has expired. Send a new one';

/** Sends a one-time code of six digits by SMS. @param phone `+91XXXXXXXXXX` */
export function sendPhoneCode(phone: string): AuthResult {
  return callAuth((client) => client.auth.signInWithOtp({ phone }));
}

/** Signs in with the code. @returns null, or the error: `otp_expired` as its hint for a wrong or expired code */
export function verifyPhoneCode(phone: string, token: string): AuthResult {
  return callAuth((client) => client.auth.verifyOtp({ phone, token, type: 'sms' }));
}

/** A code is on its way, or one that was sent shortly before can still be entered; or why none was sent, as a sentence. */
export type SentCode = { waitSeconds: number; isNew: boolean } | { problem: string };

/** Sends a code. @param explain the sentence of an error */
export async function requestPhoneCode(phone: string, explain: (error: AppError) => string): Promise<SentCode> {
  const error = await sendPhoneCode(phone);
  if (!error) return { waitSeconds: resendPauseSeconds, isNew: true };
  const waitSeconds = pauseAfterCode(error);
  return waitSeconds === null ? { problem: explain(error) } : { waitSeconds, isNew: false };
}

/** Why a code did not sign in; a wrong or expired one is an error of its field. */
export interface CodeProblem {
  problem: string;
  isOfField: boolean;
}

/** Signs in with a code. @returns null when it did */
export async function enterPhoneCode(
  phone: string,
  token: string,
  explain: (error: AppError) => string,
): Promise<CodeProblem | null> {
  const error = await verifyPhoneCode(phone, token);
  return error && { problem: explain(error), isOfField: error.hint === 'otp_expired' };
}

/**
 * The remaining pause when a code was sent shortly before, e.g. before a reload.
 * @returns seconds to wait, or null when the rejection has another cause
 */
function pauseAfterCode(error: AppError): number | null {
  const seconds = error.retryAfterSeconds;
  return error.hint === 'over_sms_send_rate_limit' && seconds && seconds <= resendPauseSeconds ? seconds : null;
}
