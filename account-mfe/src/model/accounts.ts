import { callAuth, type AuthResult } from '@twostroke/shared/api/call-auth';
import { recordPendingSignIn } from '@twostroke/shared/api/pending-sign-in';
import type { AppError } from '@twostroke/shared/client';

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
  const error = await callAuth(async (client) => {
    const answer = await client.auth.signUp({
      email,
      password,
      options: { emailRedirectTo, data: { full_name, phone } },
    });
    signedIn = answer.data.session !== null;
    return answer;
  });
  const mailToConfirm = !error && !signedIn;
  if (mailToConfirm) recordPendingSignIn(email);
  return { error, mailToConfirm };
}

export function signInWithPassword(email: string, password: string): AuthResult {
  return callAuth((client) => client.auth.signInWithPassword({ email, password }));
}

/** Ends all sessions of this person, on every device. */
export function signOut(): AuthResult {
  return callAuth((client) => client.auth.signOut());
}

/** Ends the session of this browser only. */
export function signOutHere(): AuthResult {
  return callAuth((client) => client.auth.signOut({ scope: 'local' }));
}

/** Ends all other sessions of this person. */
export function signOutOthers(): AuthResult {
  return callAuth((client) => client.auth.signOut({ scope: 'others' }));
}

/** Mails a link to `/auth` on which a new password can be set. */
export async function sendPasswordReset(email: string): AuthResult {
  const redirectTo = `${window.location.origin}/auth?reset=1`;
  const error = await callAuth((client) => client.auth.resetPasswordForEmail(email, { redirectTo }));
  if (!error) recordPendingSignIn(email);
  return error;
}

/** Sets the password of a user who has just signed in. */
export function setPassword(password: string): AuthResult {
  return callAuth((client) => client.auth.updateUser({ password }));
}

/**
 * Changes the signed-in user's password and ends all their other sessions. An auth provider that does not know the
 * current password as a part of the change asks for a sign-in of today: `reauthentication_needed` as the error's hint.
 */
export async function changePassword(current: string, password: string): AuthResult {
  const error = await callAuth((client) => client.auth.updateUser({ password, current_password: current }));
  if (error) return error;
  // The embedded backend has ended them; hosted Supabase leaves them open.
  await callAuth((client) => client.auth.signOut({ scope: 'others' }));
  return null;
}
