import { enterPhoneCode, requestPhoneCode } from '@twostroke/shared/api/phone-sign-in';
import type { RejectionData } from '@twostroke/shared/api/rejection-data';
import type { FreeSlot } from '@twostroke/shared/api/slots';
import { formatPhone } from '@twostroke/shared/domain/phone';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Heading } from '@twostroke/shared/ui/heading';
import { PhoneCodeForm } from '@twostroke/shared/ui/phone-code-form';
import { Stack } from '@twostroke/shared/ui/stack';
import { Text } from '@twostroke/shared/ui/text';
import { useEffect, useId, useRef, useState } from 'react';
import { explainCodeError, messages } from '../../messages.ts';
import { SlotButtons } from '../../parts/slot-buttons.tsx';

export interface VerifyPhoneProps {
  asked: RejectionData['verify_phone'];
  /** `+91XXXXXXXXXX` */
  phone: string;
  onVerified: () => void;
  onPick: (slot: FreeSlot) => void;
  /** Goes back to the field for the number. */
  onOtherNumber: () => void;
  /** Takes the coupon out. */
  onWithoutCoupon: () => void;
}

/** Asks for the code that proves the number, in place of the button that books. Nothing that was typed is lost. */
export function VerifyPhone({ asked, phone, onVerified, onPick, onOtherNumber, onWithoutCoupon }: VerifyPhoneProps) {
  const [wait, setWait] = useState<number | null>(null);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  // The button that books had the focus and has been removed.
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView({ block: 'center' });
  }, []);

  async function send(): Promise<void> {
    setSending(true);
    setProblem(null);
    const answer = await requestPhoneCode(phone, explainCodeError);
    setSending(false);
    if ('problem' in answer) setProblem(answer.problem);
    else setWait(answer.waitSeconds);
  }

  async function enter(digits: string) {
    const failed = await enterPhoneCode(phone, digits, explainCodeError);
    if (!failed) onVerified();
    return failed;
  }

  return (
    <Stack as="section" aria-labelledby={titleId}>
      <Heading level={2} size="m" id={titleId} ref={title} tabIndex={-1}>
        Confirm your number
      </Heading>
      <p>{messages.verify_phone(asked)} Everything you typed is kept.</p>
      {wait === null ? (
        <>
          <p>
            We send six digits by SMS to <b>{formatPhone(phone)}</b>.
          </p>
          <FormProblem sentence={problem} />
          <Button wide busy={sending} busyLabel="Sending" onClick={() => void send()}>
            Send the code
          </Button>
          <Button variant="quiet" onClick={onOtherNumber}>
            Use another number
          </Button>
        </>
      ) : (
        <>
          <p>
            We sent six digits to <b>{formatPhone(phone)}</b>.
          </p>
          <PhoneCodeForm
            waitSeconds={wait}
            button="Confirm and book"
            busyLabel="Confirming"
            onCode={enter}
            onSendAgain={() => requestPhoneCode(phone, explainCodeError)}
          >
            <Button variant="quiet" onClick={onOtherNumber}>
              Use another number
            </Button>
          </PhoneCodeForm>
        </>
      )}
      <Text size="small">The code also signs you in, so you find this booking under My bookings.</Text>
      {asked.alternatives.length > 0 && (
        <>
          <p>Or take a time that needs no code:</p>
          <SlotButtons slots={asked.alternatives} onPick={onPick} />
        </>
      )}
      {asked.reason === 'coupon' && (
        <Button variant="line" onClick={onWithoutCoupon}>
          Book without the coupon
        </Button>
      )}
    </Stack>
  );
}
