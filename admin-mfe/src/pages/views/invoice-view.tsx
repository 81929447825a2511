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

/** /admin?view=invoice&booking=…: the invoice of a booking, to read and print, and for those who may give money back to correct. */
export function InvoiceView({ booking }: { booking: string }) {
  const [turn, setTurn] = useState(0);
  return (
    <>
      <Head title="Invoice" noIndex />
      <Slot
        key={turn}
        name="booking-invoice"
        props={{ booking, back: <Anchor to={paths.adminBooking(booking)}>Back to the booking</Anchor> }}
        fallback={(state) => (
          <>
            <h1>Invoice</h1>
            {state.status === 'loading' && <SkeletonCard lines={8} label="Loading the invoice" />}
            {state.status !== 'loading' && (
              <Note tone="warn" role="alert">
                <p>
                  {state.status === 'vacant'
                    ? 'Invoices are switched off for the moment.'
                    : 'The invoice could not be shown.'}{' '}
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
      <InvoiceChanges booking={booking} onChanged={() => setTurn(turn + 1)} />
    </>
  );
}
