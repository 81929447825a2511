import { paths } from '@twostroke/shared/contracts/paths';
import { Slot } from '@twostroke/shared/state';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Head } from '@twostroke/shared/ui/head';
import { Note } from '@twostroke/shared/ui/note';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { useState } from 'react';
import { InvoiceChanges } from '../../features/credit-invoice/invoice-changes.tsx';

export interface InvoiceViewProps {
  /** Id of the booking. */
  booking: string;
  /** With &papers=vouchers: the vouchers of what was paid in advance. */
  beforeInvoice: boolean;
}

/** /admin?view=invoice&booking=…: the invoice of a booking, to read and print, and for those who may give money back to correct. */
export function InvoiceView({ booking, beforeInvoice }: InvoiceViewProps) {
  const [turn, setTurn] = useState(0);
  const title = beforeInvoice ? 'Paid in advance' : 'Invoice';
  return (
    <>
      <Head title={title} noIndex />
      <Slot
        key={turn}
        name="booking-invoice"
        props={{ booking, beforeInvoice, back: <Anchor to={paths.adminBooking(booking)}>Back to the booking</Anchor> }}
        fallback={(state) => (
          <>
            <h1>{title}</h1>
            {state.status === 'loading' && (
              <SkeletonCard lines={8} label={beforeInvoice ? 'Loading the voucher' : 'Loading the invoice'} />
            )}
            {state.status !== 'loading' && (
              <Note tone="warn" role="alert">
                <p>
                  {state.status === 'vacant'
                    ? 'Invoices are switched off for the moment.'
                    : `${beforeInvoice ? 'The voucher' : 'The invoice'} could not be shown.`}{' '}
                  The booking is safe.
                </p>
                {state.status === 'failed' && (
                  <Button variant="line" small onClick={state.attempts >= 2 ? state.reload : state.retry}>
                    Try again
                  </Button>
                )}
                <ButtonLink variant="line" small to={paths.adminBooking(booking)}>
                  Back to the booking
                </ButtonLink>
              </Note>
            )}
          </>
        )}
      />
      {!beforeInvoice && <InvoiceChanges booking={booking} onChanged={() => setTurn(turn + 1)} />}
    </>
  );
}
