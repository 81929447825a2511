import { Button } from '@twostroke/shared/ui/button';
import { Note } from '@twostroke/shared/ui/note';
import type { VehicleOffers } from '../model/use-vehicle-offers.ts';

/** Says that the bike's own prices failed to load, and offers a retry. Nothing when they loaded. */
export function OffersFailed({ offers }: { offers: VehicleOffers }) {
  if (offers.status !== 'failed') return null;
  return (
    <Note tone="warn" role="status">
      <p>
        We could not load the prices of your {offers.vehicle.model.name}. What you see are the lowest of each service.
      </p>
      <Button variant="line" small onClick={offers.retry}>
        Try again
      </Button>
    </Note>
  );
}
