import { callAuth } from '@twostroke/shared/api/call-auth';
import { wrongCodeMessage } from '@twostroke/shared/api/phone-sign-in';
import type { AppError } from '@twostroke/shared/client';
import { explain } from '../../messages.ts';

/** The sentence for what the auth provider rejects. */
export function explainProof(error: AppError): string {
  if (error.hint === 'invalid_credentials') return 'That is not your password. Try again';
  if (error.hint === 'mfa_verification_failed' || error.hint === 'otp_expired') return wrongCodeMessage;
  return explain(error);
}

/** Signs in with the password. @returns a sentence when it failed */
export async function enterPassword(email: string, password: string): Promise<string | null> {
  const error = await callAuth((client) => client.auth.signInWithPassword({ email, password }));
  return error && explainProof(error);
}

/** Verifies a code of the authenticator app in this session. @returns a sentence when it failed */
export async function enterAppCode(code: string): Promise<string | null> {
  const error = await callAuth(async ({ auth: { mfa } }) => {
    const listed = await mfa.listFactors();
    const id = listed.data?.totp[0]?.id;
    return id ? mfa.challengeAndVerify({ factorId: id, code }) : listed;
  });
  return error && explainProof(error);
}
