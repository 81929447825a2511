import type { AuthResult } from '@twostroke/shared/api/call-auth';
import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { OtpField } from '@twostroke/shared/ui/otp-field';
import { Stack } from '@twostroke/shared/ui/stack';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { explainAuthError } from '../model/explain-auth-error.ts';

export interface AppCodeFormProps {
  button: string;
  onCode: (code: string) => AuthResult;
  onDone: () => void;
  /** It replaces what had the focus. */
  takesFocus?: boolean;
}

/** The six digits that an authenticator app shows. They are sent at the last one. */
export function AppCodeForm({ button, onCode, onDone, takesFocus }: AppCodeFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus();
  }, [takesFocus]);

  async function send(digits: string): Promise<void> {
    if (busy) return;
    setProblem(null);
    setError(digits.length === 6 ? undefined : 'Enter the six digits that the app shows');
    if (digits.length === 6) {
      setBusy(true);
      const failure = await onCode(digits);
      setBusy(false);
      if (!failure) return onDone();
      if (failure.hint !== 'mfa_verification_failed') return setProblem(explainAuthError(failure));
      setError(explainAuthError(failure));
      setCode('');
    }
    form.current?.querySelector('input')?.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void send(code);
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack>
        <Field id="app-code" label="Code from your authenticator app" error={error}>
          <OtpField value={code} onChange={setCode} onComplete={(digits) => void send(digits)} />
        </Field>
        <FormProblem sentence={problem} />
        <Button type="submit" wide busy={busy} busyLabel="Checking">
          {button}
        </Button>
      </Stack>
    </form>
  );
}
