import { callRpc } from '@twostroke/shared/client';
import { useEffect, useState } from 'react';
import { lacksCode } from '../../model/second-factor.ts';

/** `code`: an authenticator app is set up, and its code is missing. `enrol`: an app is required and not set up. */
export type MissingStep = 'code' | 'enrol';

export interface MissingStepState {
  /** undefined: not known yet. */
  step: MissingStep | null | undefined;
  /** A step was taken: looks again, because a recovery code can leave another one to do. */
  done: () => void;
}

/**
 * What a signed-in person still has to do before their page opens.
 * @param asked the page needs a second factor, so the server says whether one is missing
 */
export function useMissingStep(signedIn: boolean, asked: boolean): MissingStepState {
  const [step, setStep] = useState<MissingStep | null>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!signedIn) return undefined;
    let current = true;
    void (asked ? stepForAdmins() : stepOfSession()).then((found) => current && setStep(found));
    return () => {
      current = false;
      setStep(undefined);
    };
  }, [asked, signedIn, turn]);
  return { step: signedIn ? step : undefined, done: () => setTurn(turn + 1) };
}

async function stepOfSession(): Promise<MissingStep | null> {
  return (await lacksCode()) ? 'code' : null;
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
