import { explainError } from '@twostroke/shared/data';
import { getInvoice, type Invoice as IssuedInvoice } from '@twostroke/shared/data/payments';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Button } from '@twostroke/shared/ui/button';
import { Head } from '@twostroke/shared/ui/head';
import { Invoice } from '@twostroke/shared/ui/invoice';
import { Note } from '@twostroke/shared/ui/note';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { Stack } from '@twostroke/shared/ui/stack';
import { Wrap } from '@twostroke/shared/ui/wrap';
import { useEffect, useState } from 'react';

export interface InvoicePageProps {
  booking: { id: string; number: string };
  backTo: string;
}

/** The invoice of a booking in place of the list, so that it is what gets printed. */
export function InvoicePage({ booking, backTo }: InvoicePageProps) {
  const { id } = booking;
  const [invoice, setInvoice] = useState<IssuedInvoice | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let current = true;
    getInvoice({ booking: id }).then(
      (read) => current && setInvoice(read),
      (thrown: unknown) => current && setError(explainError(thrown)),
    );
    return () => {
      current = false;
    };
  }, [id, turn]);
  return (
    <Wrap width="booking">
      <Head title={`Invoice for booking ${booking.number}`} noIndex />
      <Stack gap="l">
        <Stack gap="s">
          <Anchor to={backTo}>Back to the booking</Anchor>
          <h1>Your invoice</h1>
        </Stack>
        {error ? (
          <Note tone="stop" role="alert">
            <p>{error}</p>
            <Button
              variant="line"
              small
              onClick={() => {
                setError(null);
                setTurn(turn + 1);
              }}
            >
              Try again
            </Button>
          </Note>
        ) : invoice ? (
          <Invoice invoice={invoice} />
        ) : (
          <SkeletonCard lines={8} label="Loading the invoice" />
        )}
      </Stack>
    </Wrap>
  );
}
