import { startUpiPayment } from '@twostroke/shared/api/payments';
import { useQuery } from '@twostroke/shared/api/use-query';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Button } from '@twostroke/shared/ui/button';
import { Note } from '@twostroke/shared/ui/note';
import { QrCode } from '@twostroke/shared/ui/qr-code';
import { Stack } from '@twostroke/shared/ui/stack';
import { useEffect, useRef, useState } from 'react';
import { FailedLoad } from '../../parts/failed-load.tsx';
import styles from './floor.module.css';
import type { WorkshopJob } from './job.ts';

/** How the customer pays beside the bike: a UPI code of what is due now. It starts a payment, so it comes with a press. */
export function PayCode({ job: { id, due } }: { job: Pick<WorkshopJob, 'id' | 'due'> }) {
  const [isAsked, setAsked] = useState(false);
  // The button that had the focus goes with its press.
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAsked) answer.current?.focus({ preventScroll: true });
  }, [isAsked]);
  // Another amount is another payment.
  const { key, ...asked } = useQuery(isAsked && due > 0 ? `upi ${id} ${due}` : null, () =>
    startUpiPayment({ booking: id }),
  );
  if (due === 0)
    return (
      <Note tone="ok" role="status">
        <p>Paid. Nothing is left to pay.</p>
      </Note>
    );
  if (!isAsked)
    return (
      <Button variant="line" wide className={styles.thumb} onClick={() => setAsked(true)}>
        UPI, show QR
      </Button>
    );
  return (
    <div ref={answer} tabIndex={-1} role="status">
      <Stack>
        {asked.status === 'loading' && <p>Asking for the code</p>}
        {asked.status === 'failed' && (
          <FailedLoad
            what="the code"
            error={asked.error}
            onRetry={() => {
              asked.reload();
              answer.current?.focus({ preventScroll: true });
            }}
          />
        )}
        {asked.status === 'ready' &&
          (asked.data.status === 'claimed' ? (
            <p>
              The customer has reported {formatRupees(asked.data.amount)} by UPI. The desk checks that it has arrived.
            </p>
          ) : (
            <>
              <QrCode
                key={key}
                text={asked.data.upi_link}
                label={`Code to pay ${formatRupees(asked.data.amount)} with the UPI app of a phone`}
              />
              <p className={styles.small}>
                {formatRupees(asked.data.amount)} to {asked.data.vpa}, reference {asked.data.reference}
              </p>
            </>
          ))}
      </Stack>
    </div>
  );
}
