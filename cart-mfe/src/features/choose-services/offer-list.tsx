import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { Button } from '@twostroke/shared/ui/button';
import { Choice } from '@twostroke/shared/ui/choice';
import { Choices } from '@twostroke/shared/ui/choices';
import { Price } from '@twostroke/shared/ui/price';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { useState } from 'react';
import { LoadProblem } from '../../booking/load-problem.tsx';
import type { Loaded } from '../../booking/use-loaded.ts';
import { workTime } from '../../booking/work-time.ts';
import type { ModelOffer } from './load-model-offers.ts';

export interface OfferListProps {
  vehicle: SelectedVehicle;
  offers: Loaded<ModelOffer[]>;
  chosen: string | null;
  onChoose: (packageSlug: string) => void;
  fault: string | undefined;
}

const SHOWN_AT_ONCE = 6;

/** Every service for the bike with its exact price; the everyday ones first. */
export function OfferList({ vehicle, offers, chosen, onChoose, fault }: OfferListProps) {
  const [all, setAll] = useState(false);
  if (offers.status === 'failed') return <LoadProblem what="the prices" error={offers.error} onRetry={offers.reload} />;
  if (offers.status !== 'ready') return <SkeletonCard lines={6} label="Loading the prices" />;
  const shown = offers.data.filter((offer, index) => all || index < SHOWN_AT_ONCE || offer.package_slug === chosen);
  return (
    <div>
      <Choices id="package" legend={`Service for your ${vehicle.model.name}`} error={fault}>
        {shown.map((offer) => (
          <Choice
            key={offer.package_slug}
            name="package"
            value={offer.package_slug}
            checked={offer.package_slug === chosen}
            onChange={() => onChoose(offer.package_slug)}
            title={offer.short_name}
            note={offer.summary}
            end={
              <>
                <Price rupees={offer.price} from={offer.price_is_from} size="s" />
                {workTime(offer.minutes)}
              </>
            }
          />
        ))}
      </Choices>
      {shown.length < offers.data.length && (
        <Button variant="quiet" onClick={() => setAll(true)}>
          Show all {offers.data.length} services
        </Button>
      )}
    </div>
  );
}
