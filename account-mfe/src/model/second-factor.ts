import { callAuth, type AuthResult } from '@twostroke/shared/api/call-auth';
import { callRpc, type AppError, type Supabase } from '@twostroke/shared/client';
import type { FunctionResult } from '@twostroke/shared/contracts/functions';

/* Authenticator apps as the second factor of staff, by the calls of auth.mfa. */

/** `code`: an authenticator app is set up, and its code is missing. `enrol`: an app is required and not set up. */
export type MissingStep = 'code' | 'enrol';

export type SecondFactor = FunctionResult<'second_factor'>;

export interface NewFactor {
  id: string;
  /** For people who type it in. */
  secret: string;
  /** For the QR code. */
  uri: string;
}

/** Begins to enrol an app, and removes what was begun before and never finished. */
export async function beginEnrolment(): Promise<NewFactor | AppError> {
  let begun: NewFactor | null = null;
  const error = await callAuth(async ({ auth: { mfa } }) => {
    const listed = await mfa.listFactors();
    for (const factor of listed.data?.all ?? [])
      if (factor.status === 'unverified') await mfa.unenroll({ factorId: factor.id });
    const answer = await mfa.enroll({ factorType: 'totp', friendlyName: 'Authenticator app', issuer: 'Twostroke' });
    if (answer.data) begun = { id: answer.data.id, ...answer.data.totp };
    return answer;
  });
  return error ?? begun!;
}

/** Verifies a code of an app; the session is then verified, and so are the open channels of realtime. */
export function verifyCode(code: string, factorId?: string): AuthResult {
  return callAuth(async (client) => {
    const answer = await verifyCodeOf(client, code, factorId);
    // supabase-js itself keeps the former token for channels until the next heartbeat.
    if (!answer.error) await client.realtime.setAuth();
    return answer;
  });
}

/** The same for the session of any client. Without `factorId`: of the app that is set up. */
export async function verifyCodeOf({ auth: { mfa } }: Supabase, code: string, factorId?: string) {
  const listed = factorId ? null : await mfa.listFactors();
  const id = factorId ?? listed?.data?.totp[0]?.id;
  return listed && !id ? listed : mfa.challengeAndVerify({ factorId: id ?? '', code });
}

/** Removes the factor of a verified session. */
export function removeFactor(): AuthResult {
  return callAuth(async ({ auth }) => {
    const listed = await auth.mfa.listFactors();
    if (listed.error) return listed;
    for (const factor of listed.data.all) {
      const { error } = await auth.mfa.unenroll({ factorId: factor.id });
      if (error) return { error };
    }
    return auth.refreshSession();
  });
}

/**
 * Uses a recovery code up: it removes the factor. Then the session is renewed, whose user no longer has one.
 * @throws AppError with the hint `recovery_code` for a wrong one
 */
export async function redeemRecoveryCode(code: string): Promise<AppError | null> {
  await callRpc('use_recovery_code', { code });
  return callAuth((client) => client.auth.refreshSession());
}
