import type { UpiRequest as UpiOrder } from '@twostroke/shared/api/payments';
import { formatRupees } from '@twostroke/shared/domain/money';
import { useEffect, useRef } from 'react';
import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { QrCode } from '@twostroke/shared/ui/qr-code';
import { Stack } from '@twostroke/shared/ui/stack';
import { Sums } from '@twostroke/shared/ui/sums';
import styles from './upi-request.module.css';

export interface UpiRequestProps {
  request: Pick<UpiOrder, 'reference' | 'amount' | 'upi_link' | 'vpa' | 'name'>;
  busy: boolean;
  /** The customer reports the payment. */
  onPaid: () => void;
  onBack: () => void;
}

/**
 * How to pay by UPI: an app on this phone, the QR code for another one, or by hand. Afterwards the customer reports the
 * payment.
 */
export function UpiRequest({ request, busy, onPaid, onBack }: UpiRequestProps) {
  const { amount, upi_link, vpa, name, reference } = request;
  const start = useRef<HTMLDivElement>(null);
  // The button that opened it had the focus and has been removed.
  useEffect(() => start.current?.focus({ preventScroll: true }), []);
  return (
    <Stack>
      <div ref={start} tabIndex={-1} role="status">
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
