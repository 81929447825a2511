import { paths } from '@twostroke/shared/contracts/paths';
import { Slot } from '@twostroke/shared/state';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Button } from '@twostroke/shared/ui/button';
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
            {state.status === 'failed' ? (
              <Note tone="warn" role="alert">
                <p>The invoice could not be shown. The booking is safe.</p>
                <Button variant="line" small onClick={state.attempts >= 2 ? state.reload : state.retry}>
                  Try again
                </Button>
              </Note>
            ) : (
              <SkeletonCard lines={8} label="Loading the invoice" />
            )}
          </>
        )}
      />
      <InvoiceChanges booking={booking} onChanged={() => setTurn(turn + 1)} />
    </>
  );
}
