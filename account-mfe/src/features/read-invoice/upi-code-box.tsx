import { formatRupees } from '@twostroke/shared/domain/money';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { QrCode } from '@twostroke/shared/ui/qr-code';
import styles from './upi-code-box.module.css';
import type { UpiCode } from './use-upi-code.ts';

/** A code to pay what is due, on the screen and on paper; a button until it was requested. */
export function UpiCodeBox({ code }: { code: UpiCode }) {
  const { request, busy, problem, ask, onDrawn } = code;
  if (!request)
    return (
      <div className={styles.ask}>
        <FormProblem sentence={problem} />
        <Button variant="line" busy={busy} busyLabel="Asking" onClick={() => void ask()}>
          Show the code to pay
        </Button>
      </div>
    );
  const { amount, upi_link, reference } = request;
  return (
    <div className={styles.request} role="status">
      <QrCode
        text={upi_link}
        label={`Code to pay ${formatRupees(amount)} with the UPI app of a phone`}
        onDrawn={onDrawn}
      />
      <span>Pay by UPI, reference {reference}</span>
    </div>
  );
}
