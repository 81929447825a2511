import { AppError, callRpc } from '@twostroke/shared/client';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Stack } from '@twostroke/shared/ui/stack';
import { useState } from 'react';
import { explain } from '../../messages.ts';
import { explainAuthError } from '../../model/explain-auth-error.ts';
import { QrCode } from '@twostroke/shared/ui/qr-code';
import { AppCodeForm } from '../../parts/app-code-form.tsx';
import type { StepProps } from './code-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { beginEnrolment, verifyCode, type NewFactor } from '../../model/second-factor.ts';

/** Sets up an authenticator app: its QR code, the first code, then the recovery codes, which are shown this once. */
export function EnrolStep({ onDone }: StepProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [factor, setFactor] = useState<NewFactor | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  async function begin(): Promise<void> {
    setBusy(true);
    setProblem(null);
    const begun = await beginEnrolment();
    setBusy(false);
    if (begun instanceof AppError) return setProblem(explainAuthError(begun));
    setFactor(begun);
  }

  async function showCodes(): Promise<void> {
    try {
      setCodes(await callRpc('write_recovery_codes', {}));
    } catch (thrown) {
      // The app is set up all the same; the profile draws new codes.
      setProblem(explain(thrown));
      onDone();
    }
  }

  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />;
  if (!factor)
    return (
      <Stack start>
        <FormProblem sentence={problem} />
        <Button busy={busy} busyLabel="One moment" onClick={() => void begin()}>
          Set up an authenticator app
        </Button>
      </Stack>
    );
  return (
    <Stack>
      <p>Scan this code with your authenticator app. It then shows six digits: enter them here.</p>
      <QrCode text={factor.uri} label="QR code for the authenticator app" />
      <p>
        Or type this key into the app: <code translate="no">{factor.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <AppCodeForm
        button="Switch on"
        onCode={(code) => verifyCode(code, factor.id)}
        onDone={() => void showCodes()}
        takesFocus
      />
    </Stack>
  );
}
