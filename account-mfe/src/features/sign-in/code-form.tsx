import { sendPhoneCode, verifyPhoneCode } from '../../model/accounts.ts';
import { formatPhone } from '@twostroke/shared/domain/phone';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { Heading } from '@twostroke/shared/ui/heading';
import { LiveRegion } from '@twostroke/shared/ui/live-region';
import { OtpField } from './otp-field.tsx';
import { Stack } from '@twostroke/shared/ui/stack';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { explainAuthError } from '../../model/explain-auth-error.ts';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import styles from './code-form.module.css';
import { pauseAfterCode, resendPauseSeconds } from './phone-form.tsx';
import { formatCountdown, useCountdown } from './use-countdown.ts';

interface CodeFormProps {
  /** `+91XXXXXXXXXX` */
  phone: string;
  /** Seconds until a new code may be requested. */
  waitSeconds: number;
  onWrongNumber: () => void;
  emailTo: string;
}

/** Second step of signing in by phone: the six digits of the SMS. The page redirects when the session changes. */
export function CodeForm({ phone, waitSeconds, onWrongNumber, emailTo }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [codeError, setCodeError] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<'signing-in' | 'sending' | null>(null);
  const [sentAgain, setSentAgain] = useState(false);
  const [left, restart] = useCountdown(waitSeconds);
  const form = useRef<HTMLFormElement>(null);
  // The phone form had the focus and has been removed.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  async function verify(digits: string): Promise<void> {
    if (busy) return;
    setProblem(null);
    setCodeError(digits.length === 6 ? undefined : 'Enter the six digits from the SMS');
    if (digits.length === 6) {
      setBusy('signing-in');
      const error = await verifyPhoneCode(phone, digits);
      if (!error) return; // stays busy until the session has changed and the page redirects
      setBusy(null);
      if (error.hint !== 'otp_expired') return setProblem(explainAuthError(error));
      setCodeError(explainAuthError(error));
    }
    form.current?.querySelector('input')?.focus();
  }

  async function sendAgain(): Promise<void> {
    setBusy('sending');
    setCodeError(undefined);
    setProblem(null);
    const error = await sendPhoneCode(phone);
    setBusy(null);
    const pause = error ? pauseAfterCode(error) : resendPauseSeconds;
    if (error && pause === null) return setProblem(explainAuthError(error));
    setCode('');
    setSentAgain(!error);
    restart(pause ?? resendPauseSeconds);
    form.current?.querySelector('input')?.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void verify(code);
  }

  return (
    <Stack gap="l">
      <Stack>
        <Heading level={1} size="l">
          Enter the code
        </Heading>
        <p>
          We sent six digits to <b className={styles.number}>{formatPhone(phone)}</b>.{' '}
          <button type="button" className={styles.link} onClick={onWrongNumber}>
            Wrong number?
          </button>
        </p>
      </Stack>
      <form ref={form} noValidate onSubmit={submit}>
        <Stack>
          <FormProblem sentence={problem} />
          <Field id="code" label="Code from the SMS" error={codeError}>
            <OtpField value={code} onChange={setCode} onComplete={(digits) => void verify(digits)} />
          </Field>
          <Button type="submit" wide busy={busy === 'signing-in'} busyLabel="Signing in">
            Sign in
          </Button>
          <p className={styles.below}>
            {left > 0 ? (
              <span aria-hidden="true">Send a new code in {formatCountdown(left)}.</span>
            ) : (
              <Button
                variant="quiet"
                small
                busy={busy === 'sending'}
                busyLabel="Sending"
                onClick={() => void sendAgain()}
              >
                Send a new code
              </Button>
            )}{' '}
            <Anchor to={emailTo}>Use your email address instead</Anchor>
          </p>
        </Stack>
      </form>
      <LiveRegion message={announcement(left > 0, sentAgain)} />
    </Stack>
  );
}

/** Announced when the wait begins and ends only: announcing every second would hide everything else. */
function announcement(waiting: boolean, sentAgain: boolean): string {
  if (!waiting) return 'You can send a new code now.';
  return `${sentAgain ? 'A new code is on its way. ' : ''}You can send ${sentAgain ? 'another' : 'a new one'} in ${resendPauseSeconds} seconds.`;
}
