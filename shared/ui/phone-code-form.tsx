import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { FormProblem } from './form-problem.tsx';
import { LiveRegion } from './live-region.tsx';
import { OtpField } from './otp-field.tsx';
import styles from './phone-code-form.module.css';
import { Stack } from './stack.tsx';
import { formatCountdown, useCountdown } from './use-countdown.tsx';

export interface PhoneCodeFormProps {
  /** Seconds until a new code may be requested. */
  waitSeconds: number;
  /** The button, and what it does meanwhile: "Sign in", "Signing in". */
  button: string;
  busyLabel: string;
  /** Signs in with the digits. Null: it did, and the form stays busy until it is removed. */
  onCode: (digits: string) => Promise<{ problem: string; isOfField: boolean } | null>;
  /** Sends a new code. */
  onSendAgain: () => Promise<{ waitSeconds: number; isNew: boolean } | { problem: string }>;
  /** Another way, beside the button that sends a new code. */
  children?: ReactNode;
}

/** The six digits of an SMS. They are sent at the last one; a new code can be sent after a pause. */
export function PhoneCodeForm(props: PhoneCodeFormProps) {
  const { waitSeconds, button, busyLabel, onCode, onSendAgain, children } = props;
  const [code, setCode] = useState('');
  const [codeError, setCodeError] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<'signing-in' | 'sending' | null>(null);
  const [sentAgain, setSentAgain] = useState(false);
  const [pause, setPause] = useState(waitSeconds);
  const [left, restart] = useCountdown(waitSeconds);
  const form = useRef<HTMLFormElement>(null);
  // What was pressed to send the code had the focus and has been removed.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  async function verify(digits: string): Promise<void> {
    if (busy) return;
    setProblem(null);
    setCodeError(digits.length === 6 ? undefined : 'Enter the six digits from the SMS');
    if (digits.length === 6) {
      setBusy('signing-in');
      const failed = await onCode(digits);
      if (!failed) return;
      setBusy(null);
      if (!failed.isOfField) return setProblem(failed.problem);
      setCodeError(failed.problem);
    }
    form.current?.querySelector('input')?.focus();
  }

  async function sendAgain(): Promise<void> {
    setBusy('sending');
    setCodeError(undefined);
    setProblem(null);
    const answer = await onSendAgain();
    setBusy(null);
    if ('problem' in answer) return setProblem(answer.problem);
    setCode('');
    setSentAgain(answer.isNew);
    setPause(answer.waitSeconds);
    restart(answer.waitSeconds);
    form.current?.querySelector('input')?.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void verify(code);
  }

  return (
    <>
      <form ref={form} noValidate onSubmit={submit}>
        <Stack>
          <Field id="code" label="Code from the SMS" error={codeError}>
            <OtpField value={code} onChange={setCode} onComplete={(digits) => void verify(digits)} />
          </Field>
          <FormProblem sentence={problem} />
          <Button type="submit" wide busy={busy === 'signing-in'} busyLabel={busyLabel}>
            {button}
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
            {children}
          </p>
        </Stack>
      </form>
      <LiveRegion message={announcement(left > 0, sentAgain, pause)} />
    </>
  );
}

/** Announced when the wait begins and ends only: announcing every second would hide everything else. */
function announcement(waiting: boolean, sentAgain: boolean, pause: number): string {
  if (!waiting) return 'You can send a new code now.';
  return `${sentAgain ? 'A new code is on its way. ' : ''}You can send ${sentAgain ? 'another' : 'a new one'} in ${pause} seconds.`;
}
