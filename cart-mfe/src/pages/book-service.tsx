import { paths } from '@twostroke/shared/contracts/paths';
import { useLoaderData, useLocation } from '@twostroke/shared/router';
import { Head } from '@twostroke/shared/ui/head';
import type { BookingFacts } from '../booking/booking-facts.ts';
import { LatePart } from '../booking/late-part.tsx';
import { isJustBooked } from '../booking/just-booked.ts';
import { useHydrated } from '../booking/use-hydrated.ts';
import { ShowBooking } from '../features/show-booking/show-booking.tsx';
import { BookingFlow } from './booking-flow.tsx';

export { loader } from './book-service.loader.ts';

/** One address, three sides: five steps to a booking, the booking itself, and a place that the waitlist offers, by the token in the fragment. */
export function Component() {
  const facts = useLoaderData() as BookingFacts;
  const { hash, state } = useLocation();
  const hydrated = useHydrated();
  const token = /^#manage=(.*)$/.exec(hash)?.[1];
  if (hydrated && token !== undefined)
    return (
      <>
        <Head title="Your booking" noIndex />
        <ShowBooking token={token} focusTitle={isJustBooked(state)} key={token} />
      </>
    );
  const claim = /^#claim=(.*)$/.exec(hash)?.[1];
  if (hydrated && claim !== undefined)
    return (
      <>
        <Head title="Your place" noIndex />
        <LatePart name="claim-place" what="your place" load={() => import('../features/claim-place/claim-place.tsx')}>
          {({ ClaimPlace }) => <ClaimPlace token={claim} facts={facts} key={claim} />}
        </LatePart>
      </>
    );
  return (
    <>
      <Head
        title="Book a service"
        description="Book a bike service in Pune in five short steps: your bike, the place, a free time. Fixed price with GST, no advance."
        canonicalPath={paths.bookService()}
      />
      <BookingFlow facts={facts} hydrated={hydrated} />
    </>
  );
}
