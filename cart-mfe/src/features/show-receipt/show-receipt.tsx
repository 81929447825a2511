import { Slot, type SlotFallback } from '@twostroke/shared/state';
import { ErrorPanel } from '@twostroke/shared/ui/error-panel';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { Container } from '@twostroke/shared/ui/container';
import { useEffect, useState } from 'react';
import { forgetMade, madeBooking } from '../../model/made-booking.ts';
import type { Receipt } from '../../model/receipt-state.ts';
import { ReceiptCard } from './receipt-card.tsx';
import styles from './show-receipt.module.css';

export interface ShowReceiptProps {
  /** Opens the booking. */
  manageToken: string;
  /** null when the link was opened later. */
  receipt: Receipt | null;
  /** The link is that of the invoice. */
  opensInvoice: boolean;
}

/**
 * The receipt of a new booking, until account-mfe shows the whole booking in its place. When account-mfe fails to load,
 * the receipt and the shop's number stay.
 */
export function ShowReceipt({ manageToken, receipt, opensInvoice }: ShowReceiptProps) {
  const [made] = useState(() => madeBooking(manageToken));
  useEffect(forgetMade, []); // not while rendering, which React may begin again
  return (
    <Slot
      name="customer-booking"
      props={{ manageToken, opensInvoice, made, receipt: receipt && <ReceiptCard receipt={receipt} /> }}
      fallback={(state) => (
        <Container width="booking" className={styles.frame}>
          {receipt && <ReceiptCard receipt={receipt} focus={state.status !== 'loading'} />}
          {state.status === 'loading' ? (
            <>
              {!receipt && <h1>Your booking</h1>}
              <SkeletonCard lines={6} label="Loading your booking" />
            </>
          ) : (
            <BookingUnavailable state={state} booked={receipt !== null} />
          )}
        </Container>
      )}
    />
  );
}

function BookingUnavailable({ state, booked }: { state: SlotFallback; booked: boolean }) {
  const failure = state.status === 'failed' ? state : null;
  const failed = booked ? 'We could not load the rest of this page' : 'We could not load your booking';
  return (
    <ErrorPanel
      level={booked ? 2 : 1}
      title={failure ? failed : 'This page is closed for the moment'}
      onRetry={failure ? (failure.attempts >= 2 ? failure.reload : failure.retry) : undefined}
    >
      <p>
        Your booking is safe with us. Keep this page: its address opens your booking again. To move or cancel it, call
        us{booked && ' and say its number'}.
      </p>
    </ErrorPanel>
  );
}
