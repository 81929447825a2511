import type { PickableModel } from '@twostroke/shared/api/read-bikes';
import type { ValidationError } from '@twostroke/shared/domain/booking-form';
import { cartAtom } from '@twostroke/shared/state';
import { Note } from '@twostroke/shared/ui/note';
import { Stack } from '@twostroke/shared/ui/stack';
import { useAtomValue } from 'jotai';
import { useState, type ReactNode } from 'react';
import type { QuoteRejection } from '@twostroke/shared/api/quote';
import { ConfirmServices } from './confirm-services.tsx';
import { PickServices } from './pick-services.tsx';

export interface ChooseServicesProps {
  popularModels: readonly PickableModel[];
  /** Items that the shop no longer sells, or not in this combination. */
  rejections: readonly QuoteRejection[];
  onDone: () => void;
  unlistedBike: ReactNode;
  /** The server's rejection, if it is about the cart. */
  rejected: ValidationError | null;
}

/** Step 1: the contents of the cart, or the choice of a main service when it has none. */
export function ChooseServices(props: ChooseServicesProps) {
  const { popularModels, rejections, onDone, unlistedBike, rejected } = props;
  const cart = useAtomValue(cartAtom);
  const [changing, setChanging] = useState(false);
  const hasService = cart.vehicle && cart.items.some((item) => item.package_type === 'primary');
  if (!hasService || !cart.vehicle || changing)
    return <PickServices popularModels={popularModels} onDone={onDone} unlistedBike={unlistedBike} />;
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
