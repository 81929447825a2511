import { paths } from '@twostroke/shared/contracts/paths';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { EmptyState } from '@twostroke/shared/ui/empty-state';

/** A view without bookings, and what to do about it. */
export function NoBookings({ view }: { view: 'next' | 'past' }) {
  if (view === 'past')
    return (
      <EmptyState title="No past bookings" body="commuter">
        <p>A booking comes here when the work is done or when it is cancelled.</p>
      </EmptyState>
    );
  return (
    <EmptyState
      title="Nothing booked"
      actions={
        <>
          <ButtonLink to={paths.services()}>Find a service</ButtonLink>
          <ButtonLink variant="line" to={paths.bikes()}>
            Choose your bike
          </ButtonLink>
        </>
      }
    >
      <p>Book a time, and you can follow the work here. A booking made without signing in keeps its own link.</p>
    </EmptyState>
  );
}
