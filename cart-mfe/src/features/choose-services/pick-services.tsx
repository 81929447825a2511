import { readPickableModels, type PickableModel } from '@twostroke/shared/api/read-bikes';
import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { addToCart, cartAtom, chooseVehicle, vehicleAtom } from '@twostroke/shared/state';
import { BikeSearch } from '@twostroke/shared/ui/bike-search';
import { Button } from '@twostroke/shared/ui/button';
import { ErrorSummary } from '@twostroke/shared/ui/error-summary';
import { Stack } from '@twostroke/shared/ui/stack';
import { Text } from '@twostroke/shared/ui/text';
import { useAtomValue } from 'jotai';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useQuery } from '@twostroke/shared/api/use-query';
import { messages } from '../../messages.ts';
import { loadModelOffers } from './load-model-offers.ts';
import { OfferList } from './offer-list.tsx';

export interface PickServicesProps {
  /** The bikes that one press chooses. */
  popularModels: readonly PickableModel[];
  onDone: () => void;
  /** For a bike that is not in the list. */
  unlistedBike: ReactNode;
}

/** Lets a visitor without a cart choose the bike and the main service. */
export function PickServices({ popularModels, onDone, unlistedBike }: PickServicesProps) {
  const cart = useAtomValue(cartAtom);
  const remembered = useAtomValue(vehicleAtom);
  const [vehicle, setVehicle] = useState<SelectedVehicle | null>(cart.vehicle ?? remembered);
  const [picked, setPicked] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const model = vehicle?.modelId ?? '';
  const offers = useQuery(vehicle ? `offers ${model}` : null, () => loadModelOffers(model));
  const inCart =
    cart.vehicle?.modelId === model ? cart.items.find((item) => item.package_type === 'primary')?.id : null;
  const chosen = picked ?? inCart ?? null;
  const offer = offers.status === 'ready' ? offers.data.find((one) => one.package_slug === chosen) : undefined;
  const bikeError = vehicle ? undefined : messages.model;
  const serviceError = vehicle && !offer ? messages.items : undefined;
  const tried = attempt > 0;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setAttempt(attempt + 1);
    if (!vehicle || !offer) return;
    chooseVehicle(vehicle);
    if (offer.package_slug !== inCart)
      addToCart(
        {
          id: offer.package_slug,
          name: offer.short_name,
          price: offer.price,
          package_type: 'primary',
          duration_minutes: offer.minutes,
          ...(offer.two_day && { two_day: true }),
        },
        vehicle,
      );
    onDone();
  }

  const errors = [
    ...(bikeError ? [{ fieldId: 'bike', message: bikeError }] : []),
    ...(serviceError ? [{ fieldId: 'package', message: serviceError }] : []),
  ];
  return (
    <Stack gap="l">
      <ErrorSummary errors={tried ? errors : []} attempt={attempt} />
      <form onSubmit={submit} noValidate>
        <Stack gap="l">
          <BikeSearch
            id="bike"
            models={popularModels}
            loadAll={readPickableModels}
            chosen={vehicle}
            error={tried ? bikeError : undefined}
            onChoose={(next) => {
              setVehicle(next);
              setPicked(null);
              setAttempt(0);
            }}
          />
          {vehicle && (
            <OfferList
              vehicle={vehicle}
              offers={offers}
              chosen={chosen}
              onChoose={setPicked}
              error={tried ? serviceError : undefined}
            />
          )}
          {cart.items.length > 0 && vehicle && cart.vehicle?.modelId !== model && (
            <Text size="small">Another bike empties the cart: prices and parts differ.</Text>
          )}
          <Stack start>
            <Button type="submit">{offer ? `Continue with ${offer.short_name}` : 'Continue to place and time'}</Button>
          </Stack>
        </Stack>
      </form>
      {unlistedBike}
    </Stack>
  );
}
