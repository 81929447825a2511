import { callRpc, loadSupabase, toAppError, type AppError } from '@twostroke/shared/client';
import { useEffect, useState } from 'react';
import type { MissingStep } from '../../model/second-factor.ts';
import type { SignInCode } from './sign-in-code.tsx';

/** The step with its form, which is loaded only for those who need it; or why that failed. */
type FoundStep = { step: MissingStep; Form: typeof SignInCode } | { error: AppError };

export interface MissingStepState {
  /** null: nothing is missing. undefined: not known yet. */
  missing: FoundStep | null | undefined;
  /** A step was taken: looks again, because a recovery code can leave another one to do. */
  done: () => void;
}

/**
 * What a signed-in person still has to do before their page opens.
 * @param asked the page needs a second factor, so the server says whether one is missing
 */
export function useMissingStep(signedIn: boolean, asked: boolean): MissingStepState {
  const [missing, setMissing] = useState<FoundStep | null>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!signedIn) return undefined;
    let current = true;
    void findStep(asked).then((found) => current && setMissing(found));
    return () => {
      current = false;
      setMissing(undefined);
    };
  }, [asked, signedIn, turn]);
  return { missing: signedIn ? missing : undefined, done: () => setTurn(turn + 1) };
}

async function findStep(asked: boolean): Promise<FoundStep | null> {
  const step = asked ? await stepForAdmins() : await stepOfSession();
  if (!step) return null;
  try {
    return { step, Form: (await import('./sign-in-code.tsx')).SignInCode };
  } catch (thrown) {
    return { error: toAppError(thrown) };
  }
}

/** Asks no server. */
async function stepOfSession(): Promise<MissingStep | null> {
  try {
    const { data } = await (await loadSupabase()).auth.mfa.getAuthenticatorAssuranceLevel();
    return data?.nextLevel === 'aal2' && data.currentLevel !== 'aal2' ? 'code' : null;
  } catch {
    return null;
  }
}

async function stepForAdmins(): Promise<MissingStep | null> {
  try {
    const { staff, required, enrolled, verified } = await callRpc('second_factor', {});
    if (enrolled) return verified ? null : 'code';
    return staff && required ? 'enrol' : null;
  } catch {
    return stepOfSession();
  }
}
