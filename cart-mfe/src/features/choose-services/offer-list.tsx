import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { Button } from '@twostroke/shared/ui/button';
import { Choice } from '@twostroke/shared/ui/choice';
import { Choices } from '@twostroke/shared/ui/choices';
import { Price } from '@twostroke/shared/ui/price';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { useState } from 'react';
import { DraftLoadProblem } from '../../parts/draft-load-problem.tsx';
import type { Query } from '@twostroke/shared/api/use-query';
import { formatJobTime } from '@twostroke/shared/domain/duration';
import type { ModelOffer } from './load-model-offers.ts';

export interface OfferListProps {
  vehicle: SelectedVehicle;
  offers: Query<ModelOffer[]>;
  chosen: string | null;
  onChoose: (packageSlug: string) => void;
  error: string | undefined;
}

const SHOWN_AT_ONCE = 6;

/** Every service for the bike with its exact price; the everyday ones first. */
export function OfferList({ vehicle, offers, chosen, onChoose, error }: OfferListProps) {
  const [all, setAll] = useState(false);
  if (offers.status === 'failed')
    return <DraftLoadProblem what="the prices" error={offers.error} onRetry={offers.reload} />;
  if (offers.status !== 'ready') return <SkeletonCard lines={6} label="Loading the prices" />;
  const shown = offers.data.filter((offer, index) => all || index < SHOWN_AT_ONCE || offer.package_slug === chosen);
  return (
    <div>
      <Choices id="package" legend={`Service for your ${vehicle.model.name}`} error={error}>
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
                {formatJobTime(offer)}
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
