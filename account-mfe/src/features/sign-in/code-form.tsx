import { enterPhoneCode, requestPhoneCode } from '@twostroke/shared/api/phone-sign-in';
import { formatPhone } from '@twostroke/shared/domain/phone';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Heading } from '@twostroke/shared/ui/heading';
import { PhoneCodeForm } from '@twostroke/shared/ui/phone-code-form';
import { Stack } from '@twostroke/shared/ui/stack';
import { explainAuthError } from '../../model/explain-auth-error.ts';
import styles from './code-form.module.css';

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
      <PhoneCodeForm
        waitSeconds={waitSeconds}
        button="Sign in"
        busyLabel="Signing in"
        onCode={(digits) => enterPhoneCode(phone, digits, explainAuthError)}
        onSendAgain={() => requestPhoneCode(phone, explainAuthError)}
      >
        <Anchor to={emailTo}>Use your email address instead</Anchor>
      </PhoneCodeForm>
    </Stack>
  );
}
