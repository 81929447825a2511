import { toAppError, callRpc } from '@twostroke/shared/client';
import { invoiceSuffix } from '@twostroke/shared/contracts/invoice-link';
import { paths } from '@twostroke/shared/contracts/paths';
import { shop } from '@twostroke/shared/domain/shop';
import { useNavigate } from '@twostroke/shared/router';
import { notify } from '@twostroke/shared/state';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Container } from '@twostroke/shared/ui/container';
import { ErrorPanel } from '@twostroke/shared/ui/error-panel';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { Text } from '@twostroke/shared/ui/text';
import { useEffect, useRef, useState } from 'react';
import { explain, messages } from '../../messages.ts';
import { drawSecret, keepNumberProof, numberProof } from '../../model/number-proof.ts';
import frame from '../../parts/step-frame.module.css';

export interface ProveNumberProps {
  /** The 10 characters that only the SMS of a booking carries. */
  code: string;
  /** Opens the invoice of the booking. */
  opensInvoice: boolean;
}

/**
 * What the link of an SMS opens. Opening it does nothing, because previews and scanners open links too: the press
 * confirms the number and opens the booking.
 */
export function ProveNumber({ code, opensInvoice }: ProveNumberProps) {
  const navigate = useNavigate();
  const title = useRef<HTMLHeadingElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [unknown, setUnknown] = useState(false);
  // It replaces the steps of a booking, which the server has sent.
  useEffect(() => title.current?.focus({ preventScroll: true }), []);

  async function confirm(): Promise<void> {
    setBusy(true);
    setProblem(null);
    const proof = numberProof() ?? drawSecret();
    try {
      const { manage_token } = await callRpc('prove_number', { code, proof });
      keepNumberProof(proof);
      void notify('Your number is confirmed');
      // The code leaves the address and the history, so that it is not shared by mistake.
      await navigate(paths.manageBooking(manage_token) + (opensInvoice ? invoiceSuffix : ''), { replace: true });
    } catch (thrown) {
      setBusy(false);
      if (toAppError(thrown).hint === 'unknown_code') setUnknown(true);
      else setProblem(explain(thrown));
    }
  }

  return (
    <Container width="booking" className={frame.frame}>
      {unknown ? (
        <UnknownCode />
      ) : (
        <Stack gap="l">
          <h1 ref={title} tabIndex={-1} className={frame.title}>
            Confirm your number
          </h1>
          <p>
            Our SMS with this link came to your phone. Press the button to confirm that the number is yours and to open
            the booking: you can see, move or cancel it.
          </p>
          <p>
            From then on we send reminders and news of its bookings by SMS. In this browser you can book with the number
            without a code for 90 days.
          </p>
          <FormProblem sentence={problem} />
          <Row>
            <Button busy={busy} busyLabel="Confirming" onClick={() => void confirm()}>
              Confirm and open the booking
            </Button>
          </Row>
          <Text size="small">
            You did not book with us? Do not press: we send nothing more about this booking before a bike is with us.
            Questions? Call <Anchor to={`tel:${shop.phone}`}>{shop.phoneShown}</Anchor>.
          </Text>
        </Stack>
      )}
    </Container>
  );
}

/** Shown for a code that is mistyped or has expired: there are other ways to the booking. */
function UnknownCode() {
  return (
    <ErrorPanel
      level={1}
      title="We do not know this link"
      actions={
        <ButtonLink variant="line" to={paths.auth(paths.myBookings())}>
          Sign in with your number
        </ButtonLink>
      }
    >
      <p>{messages.unknown_code}</p>
    </ErrorPanel>
  );
}
