import type { ValidationError } from '@twostroke/shared/domain/booking-form';
import { cartAtom } from '@twostroke/shared/state';
import { Note } from '@twostroke/shared/ui/note';
import { Stack } from '@twostroke/shared/ui/stack';
import { useAtomValue } from 'jotai';
import { useState, type ReactNode } from 'react';
import type { Quote } from '@twostroke/shared/api/quote';
import type { Query } from '@twostroke/shared/api/use-query';
import { ConfirmServices } from './confirm-services.tsx';
import { PickServices } from './pick-services.tsx';

export interface ChooseServicesProps {
  /** Quote of the current cart. */
  quote: Query<Quote>;
  onDone: () => void;
  unlistedBike: ReactNode;
  /** The server's rejection, if it is about the cart. */
  rejected: ValidationError | null;
}

/** Step 1: the contents of the cart, or the choice of a main service when it has none. */
export function ChooseServices({ quote, onDone, unlistedBike, rejected }: ChooseServicesProps) {
  const cart = useAtomValue(cartAtom);
  const [changing, setChanging] = useState(false);
  const hasService = cart.vehicle && cart.items.some((item) => item.package_type === 'primary');
  if (!hasService || !cart.vehicle || changing) return <PickServices onDone={onDone} unlistedBike={unlistedBike} />;
  // The next step shows at which places a service can't be done.
  const rejections =
    quote.status === 'ready' ? quote.data.refusals.filter(({ code }) => code !== 'mode_not_offered') : [];
  return (
    <Stack gap="l">
      {rejected && rejections.length === 0 && (
        <Note tone="stop" role="alert">
          <p>{rejected.message}</p>
        </Note>
      )}
      <ConfirmServices cart={cart} vehicle={cart.vehicle} rejections={rejections} onChange={() => setChanging(true)} />
    </Stack>
  );
}
