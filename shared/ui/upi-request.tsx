import { formatRupees } from '@twostroke/shared/domain/money';
import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { ButtonLink } from './button-link.tsx';
import { QrCode } from './qr-code.tsx';
import { Stack } from './stack.tsx';
import { Sums } from './sums.tsx';
import styles from './upi-request.module.css';

export interface UpiFacts {
  reference: string;
  /** Whole rupees. */
  amount: number;
  /** Opens a UPI app, and is the text of the QR. */
  upi_link: string;
  vpa: string;
  name: string;
}

export interface UpiRequestProps {
  request: UpiFacts;
  busy: boolean;
  /** The customer says that he has paid. */
  onPaid: () => void;
  onBack: () => void;
}

/** How to pay by UPI: an app on this phone, the code for another one, or by hand. Afterwards the customer says so. */
export function UpiRequest({ request, busy, onPaid, onBack }: UpiRequestProps) {
  const { amount, upi_link, vpa, name, reference } = request;
  const start = useRef<HTMLDivElement>(null);
  // The button that opened it, and had the focus, is gone.
  useEffect(() => start.current?.focus({ preventScroll: true }), []);
  return (
    <Stack>
      <div ref={start} tabIndex={-1}>
        <b>Pay {formatRupees(amount)} by UPI</b>, then come back here and say so.
      </div>
      <ButtonLink to={upi_link} variant="line" className={styles.app}>
        Open a UPI app
      </ButtonLink>
      <QrCode text={upi_link} label={`Code to pay ${formatRupees(amount)} with the UPI app of a phone`} />
      <Sums
        rows={[
          { label: 'UPI ID', value: vpa },
          { label: 'Name', value: name },
          { label: 'Amount', value: formatRupees(amount) },
          { label: 'Reference', value: reference },
        ]}
      />
      <Button wide busy={busy} busyLabel="Telling the workshop" onClick={onPaid}>
        I have paid
      </Button>
      <Button variant="quiet" onClick={onBack}>
        Pay another way
      </Button>
    </Stack>
  );
}
