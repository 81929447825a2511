import type { FormFault } from '@twostroke/shared/domain/booking-form';
import { cartAtom } from '@twostroke/shared/state';
import { Note } from '@twostroke/shared/ui/note';
import { Stack } from '@twostroke/shared/ui/stack';
import { useAtomValue } from 'jotai';
import { useState, type ReactNode } from 'react';
import type { Quote } from '@twostroke/shared/data/quote';
import type { Loaded } from '../../booking/use-loaded.ts';
import { ConfirmServices } from './confirm-services.tsx';
import { PickServices } from './pick-services.tsx';

export interface ChooseServicesProps {
  /** Of the cart as it is. */
  quote: Loaded<Quote>;
  onDone: () => void;
  unlistedBike: ReactNode;
  /** What the server refused before, if it was about the cart. */
  refused: FormFault | null;
}

/** Step 1: what is in the cart; without a main service it is chosen here. */
export function ChooseServices({ quote, onDone, unlistedBike, refused }: ChooseServicesProps) {
  const cart = useAtomValue(cartAtom);
  const [changing, setChanging] = useState(false);
  const hasService = cart.vehicle && cart.items.some((item) => item.package_type === 'primary');
  if (!hasService || !cart.vehicle || changing) return <PickServices onDone={onDone} unlistedBike={unlistedBike} />;
  // Where a service can not be done is a matter of the next step.
  const refusals =
    quote.status === 'ready' ? quote.data.refusals.filter(({ code }) => code !== 'mode_not_offered') : [];
  return (
    <Stack gap="l">
      {refused && refusals.length === 0 && (
        <Note tone="stop" role="alert">
          <p>{refused.message}</p>
        </Note>
      )}
      <ConfirmServices cart={cart} vehicle={cart.vehicle} refusals={refusals} onChange={() => setChanging(true)} />
    </Stack>
  );
}
