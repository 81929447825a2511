import { invoiceSuffix } from '@twostroke/shared/contracts/invoice-link';
import { paths } from '@twostroke/shared/contracts/paths';
import { useLoaderData, useLocation } from '@twostroke/shared/router';
import { Head } from '@twostroke/shared/ui/head';
import type { BookingFacts } from '../model/booking-facts.ts';
import { LazyModule } from '../parts/lazy-module.tsx';
import { receiptIn } from '../model/receipt-state.ts';
import { offerIsSafe } from '../model/waitlist.ts';
import { useHydrated } from '../model/use-hydrated.ts';
import { ShowReceipt } from '../features/show-receipt/show-receipt.tsx';
import { BookingFlow } from './booking-flow.tsx';

export { loader } from './book-service.loader.ts';

/**
 * One address with four views: the three steps of a booking, the receipt with the booking (shown by account-mfe), a place
 * that the waitlist offers, and the confirmation of a number by the link of an SMS. Fragment and query decide which.
 */
export function Component() {
  const facts = useLoaderData() as BookingFacts;
  const { hash, search, state } = useLocation();
  const hydrated = useHydrated();
  const opensInvoice = (hash || search).endsWith(invoiceSuffix);
  const token = /^#manage=([^&]*)/.exec(hash)?.[1];
  if (hydrated && token !== undefined)
    return (
      <>
        <Head title="Your booking" noIndex />
        <ShowReceipt manageToken={token} receipt={receiptIn(state)} opensInvoice={opensInvoice} key={hash} />
      </>
    );
  const claim = /^#claim=(.*)$/.exec(hash)?.[1];
  if (hydrated && claim !== undefined)
    return (
      <>
        <Head title="Your place" noIndex />
        <LazyModule
          name="claim-place"
          what="your place"
          safe={offerIsSafe}
          load={() => import('../features/claim-place/claim-place.tsx')}
        >
          {({ ClaimPlace }) => <ClaimPlace token={claim} facts={facts} key={claim} />}
        </LazyModule>
      </>
    );
  // Short, so that the SMS stays short; some programs append to it.
  const code = /^\?([0-9a-z]{10})(?![^&=])/i.exec(search)?.[1];
  if (hydrated && code !== undefined)
    return (
      <>
        <Head title="Confirm your number" noIndex />
        <LazyModule
          name="prove-number"
          what="this page"
          safe="Your booking is safe with us."
          load={() => import('../features/prove-number/prove-number.tsx')}
        >
          {({ ProveNumber }) => <ProveNumber code={code} opensInvoice={opensInvoice} key={code} />}
        </LazyModule>
      </>
    );
  return (
    <>
      <Head
        title="Book a service"
        description="Book a bike service in Pune in three short steps: your bike, place and time, your number. Fixed price with GST, no advance."
        canonicalPath={paths.bookService()}
      />
      <BookingFlow facts={facts} hydrated={hydrated} />
    </>
  );
}
