import { paths } from '@twostroke/shared/contracts/paths';
import { useLoaderData, useLocation } from '@twostroke/shared/router';
import { Head } from '@twostroke/shared/ui/head';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import type { BookingFacts } from '../booking/booking-facts.ts';
import { isJustBooked } from '../booking/just-booked.ts';
import { StepFrame } from '../booking/step-frame.tsx';
import { useHydrated } from '../booking/use-hydrated.ts';
import { ShowBooking } from '../features/show-booking/show-booking.tsx';
import { BookingFlow } from './booking-flow.tsx';

export { loader } from './book-service.loader.ts';

/** One address, two sides: five steps to a booking, and the booking itself when the fragment carries its token. */
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
  return (
    <>
      <Head
        title="Book a service"
        description="Book a bike service in Pune in five short steps: your bike, the place, a free time. Fixed price with GST, nothing to pay now."
        canonicalPath={paths.bookService()}
      />
      {hydrated ? (
        <BookingFlow facts={facts} />
      ) : (
        <StepFrame step="services" title="Book a service">
          <p>
            At your gate, with pickup, or in our workshop. You see the exact price and the free times before you book.
          </p>
          <SkeletonCard lines={5} label="Loading your booking" />
        </StepFrame>
      )}
    </>
  );
}
