import type { AuthError } from '@supabase/supabase-js';
import { AppError, codeOfStatus, loadSupabase, toAppError, type Supabase } from '@twostroke/shared/client';
import { recordPendingSignIn } from '@twostroke/shared/api/pending-sign-in';

/** Calls of the auth provider. Each returns null, or the error for the caller to show; none throws. */
type Result = Promise<AppError | null>;

async function attempt(call: (client: Supabase) => Promise<{ error: AuthError | null }>): Result {
  try {
    const { error } = await call(await loadSupabase());
    return error ? authError(error) : null;
  } catch (thrown) {
    return toAppError(thrown);
  }
}

function authError(error: AuthError): AppError {
  const status = error.status ?? 0;
  const seconds = /(\d+) seconds?/.exec(error.message)?.[1];
  return new AppError(codeOfStatus(status), error.message, {
    hint: error.code ?? null,
    retryAfterSeconds: seconds ? Number(seconds) : null,
    cause: error,
  });
}

export interface SignUpDetails {
  email: string;
  password: string;
  full_name: string;
  /** `+91XXXXXXXXXX` */
  phone: string;
}

export interface SignUpAnswer {
  error: AppError | null;
  /** The account exists, but its mail must be confirmed first: no session yet. */
  mailToConfirm: boolean;
}

/** Creates an account; the confirmation link leads to the site's root. */
export async function signUp({ email, password, full_name, phone }: SignUpDetails): Promise<SignUpAnswer> {
  const emailRedirectTo = `${window.location.origin}/`;
  let signedIn = false;
  const error = await attempt(async (client) => {
    const answer = await client.auth.signUp({
      email,
      password,
      options: { emailRedirectTo, data: { full_name, phone } },
    });
    signedIn = answer.data.session !== null;
    return answer;
  });
  const mailToConfirm = !error && !signedIn;
  if (mailToConfirm) recordPendingSignIn();
  return { error, mailToConfirm };
}

export function signInWithPassword(email: string, password: string): Result {
  return attempt((client) => client.auth.signInWithPassword({ email, password }));
}

/** Ends all sessions of this person, on every device. */
export function signOut(): Result {
  return attempt((client) => client.auth.signOut());
}

/** Sends a one-time code of six digits by SMS. @param phone `+91XXXXXXXXXX` */
export function sendPhoneCode(phone: string): Result {
  return attempt((client) => client.auth.signInWithOtp({ phone }));
}

export function verifyPhoneCode(phone: string, token: string): Result {
  return attempt((client) => client.auth.verifyOtp({ phone, token, type: 'sms' }));
}

/** Mails a link to `/auth` on which a new password can be set. */
export async function sendPasswordReset(email: string): Result {
  const redirectTo = `${window.location.origin}/auth?reset=1`;
  const error = await attempt((client) => client.auth.resetPasswordForEmail(email, { redirectTo }));
  if (!error) recordPendingSignIn();
  return error;
}

/** Signs in with the one-time hash of a password-reset link (`/auth?reset=1&token_hash=…`). */
export function redeemResetLink(tokenHash: string): Result {
  return attempt((client) => client.auth.verifyOtp({ token_hash: tokenHash, type: 'recovery' }));
}

/** Sets the signed-in user's password. */
export function changePassword(password: string): Result {
  return attempt((client) => client.auth.updateUser({ password }));
}
