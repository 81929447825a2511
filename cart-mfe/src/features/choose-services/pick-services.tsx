import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { addToCart, cartAtom, chooseVehicle, vehicleAtom } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { ErrorSummary } from '@twostroke/shared/ui/error-summary';
import { Stack } from '@twostroke/shared/ui/stack';
import { Text } from '@twostroke/shared/ui/text';
import { useAtomValue } from 'jotai';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useLoaded } from '../../booking/use-loaded.ts';
import { BikePicker } from './bike-picker.tsx';
import { loadModelOffers } from './load-model-offers.ts';
import { OfferList } from './offer-list.tsx';

export interface PickServicesProps {
  onDone: () => void;
  /** For a bike that is not in the list. */
  unlistedBike: ReactNode;
}

/** Bike and main service chosen right here, for whoever comes without a cart. */
export function PickServices({ onDone, unlistedBike }: PickServicesProps) {
  const cart = useAtomValue(cartAtom);
  const remembered = useAtomValue(vehicleAtom);
  const [vehicle, setVehicle] = useState<SelectedVehicle | null>(cart.vehicle ?? remembered);
  const [picked, setPicked] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const model = vehicle?.modelId ?? '';
  const offers = useLoaded(vehicle ? `offers ${model}` : null, () => loadModelOffers(model));
  const inCart =
    cart.vehicle?.modelId === model ? cart.items.find((item) => item.package_type === 'primary')?.id : null;
  const chosen = picked ?? inCart ?? null;
  const offer = offers.status === 'ready' ? offers.data.find((one) => one.package_slug === chosen) : undefined;
  const bikeFault = vehicle ? undefined : 'Choose your bike from the list';
  const serviceFault = vehicle && !offer ? 'Choose a service first' : undefined;
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
        },
        vehicle,
      );
    onDone();
  }

  const faults = [
    ...(bikeFault ? [{ fieldId: 'brand', message: bikeFault }] : []),
    ...(serviceFault ? [{ fieldId: 'package', message: serviceFault }] : []),
  ];
  return (
    <Stack gap="l">
      <ErrorSummary faults={tried ? faults : []} attempt={attempt} />
      <form onSubmit={submit} noValidate>
        <Stack gap="l">
          <BikePicker
            vehicle={vehicle}
            fault={tried ? bikeFault : undefined}
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
              fault={tried ? serviceFault : undefined}
            />
          )}
          {cart.items.length > 0 && vehicle && cart.vehicle?.modelId !== model && (
            <Text size="small">Another bike empties the cart: prices and parts differ.</Text>
          )}
          <Stack start>
            <Button type="submit">{offer ? `Continue with ${offer.short_name}` : 'Continue to place'}</Button>
          </Stack>
        </Stack>
      </form>
      {unlistedBike}
    </Stack>
  );
}
