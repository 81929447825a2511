import { vehicleAtom } from '@twostroke/shared/state';
import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { readOffers, type Offer } from './offer.ts';

export type VehicleOffers =
  | { status: 'no-bike' }
  | { status: 'loading'; vehicle: SelectedVehicle }
  | { status: 'failed'; vehicle: SelectedVehicle; retry: () => void }
  | { status: 'ready'; vehicle: SelectedVehicle; offers: Offer[] };

type Answer = { key: string; offers: Offer[] | null };

/**
 * Offers for the customer's bike. Loaded in the browser, because a prerendered page contains no customer data: it shows
 * the price list first and the bike's own prices as soon as they have loaded.
 */
export function useVehicleOffers(): VehicleOffers {
  const vehicle = useAtomValue(vehicleAtom);
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const modelId = vehicle?.modelId ?? null;
  const key = `${modelId} ${attempt}`;
  useEffect(() => {
    if (!modelId) return undefined;
    let wanted = true;
    const again = (): void => setAttempt((count) => count + 1);
    readOffers(modelId).then(
      (offers) => wanted && setAnswer({ key, offers }),
      () => {
        if (!wanted) return;
        setAnswer({ key, offers: null });
        window.addEventListener('online', again);
      },
    );
    return () => {
      wanted = false;
      window.removeEventListener('online', again);
    };
  }, [modelId, key]);
  if (!vehicle) return { status: 'no-bike' };
  if (answer?.key !== key) return { status: 'loading', vehicle };
  if (!answer.offers) return { status: 'failed', vehicle, retry: () => setAttempt((count) => count + 1) };
  return { status: 'ready', vehicle, offers: answer.offers };
}
